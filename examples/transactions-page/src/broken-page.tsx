/** Shown instead of a blank page if rendering fails, which is a bug in this page. */
import { Component, type ReactNode } from 'react';

interface Props {
  readonly children: ReactNode;
}

export class BrokenPage extends Component<Props, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main className="card entry">
        <h1>Transactions</h1>
        <p className="alert" role="alert">
          Something has gone wrong.
        </p>
        <button className="button primary" type="button" onClick={() => window.location.reload()}>
          Reload the page
        </button>
      </main>
    );
  }
}
