/** Strings that are known to break programs; none has a meaning in this one. They are not requests: tests put them wherever text can occur. */

/** Each of these has a meaning elsewhere: in JavaScript, SQL, HTML, paths, filters of the POST API, GraphQL. */
const words = String.raw`
. .. - \ / // # * % _ %_% ~ ? < > <> } { """ \""" ... " ' a,b a|b a;b a=b a>,<b status=<A> $a $1 :name %s%n {0} $HOME
null undefined true NaN Infinity -Infinity hasOwnProperty __proto__ constructor prototype toString then __typename __schema
0 -0 00 1e309 -1e309 0x7fffffff 2147483648 9007199254740993 99999999999999999999 1,000.00 1_000 ٠١٢٣ １２３ ½ Ⅷ --1 1e 08
Ω≈ç√∫˜µ≤≥÷ 田中さんにあげて下さい 사회과학원 𠜎𠜱𠝹𠱓 ЁЂЃЄЅІЇ ไทย ß İstanbul ıi ﬃ ǆ ſ ﷺ 𝕬𝖇𝖈 ＡＢＣ 👨‍👩‍👧‍👦 🏳️‍🌈 1️⃣ 👋🏿 Z̮̞̠͙͔ͅa̱͚͎l͕̠g̥o̯ مرحبا שלום הָיְתָהtestالصفحات
<script>alert(1)</script> <svg/onload=alert(1)> &lt;b&gt;&#60; ＜script＞ {{7*7}} =1+1 \u0041 \x41 &#65; %41 %u0041 [{"meta":{}}]
../../../../etc/passwd ..\..\windows\win.ini %2e%2e%2f%2e%2e%2fetc%2fpasswd %252e%252e%252f ..%c0%afetc ..;/ C:\ .env /./ a/../b ..%00/
http://169.254.169.254/latest/meta-data/ //evil.example http://a@b:c@d/ mailto:a@b {"$gt":""} \u{110000}
`
  .trim()
  .split(/\s+/);

const lines = `
1' OR '1'='1
'; DROP TABLE transactions; --
' UNION SELECT sql FROM sqlite_master --
"><img src=x onerror=alert(1)>
<a href="data:text/html;base64,PHNjcmlwdD4=">
<!ENTITY x SYSTEM "file:///etc/passwd">
$(touch /tmp/x)
; id
@skip(if: true)
query { viewer { role } }
1 000
`
  .trim()
  .split('\n');

/** Blanks, controls, invisible characters, changes of direction, and halves of pairs. */
const invisible = [
  ...['', ' ', '\t', '\n', '\r\n', '\u00a0', '\u200b', '\ufeff', '\u3000', '\u180e', '\u2060', '\u00ad', 'a\u200db'],
  ...['\u0000', 'before\u0000after', 'before\r\nx-injected: yes\r\n\r\nafter', '\u0001\u0007\u0008\u000b\u000c\u001b'],
  ...['\u001b[31mred\u001b[0m', '\u007f\u0080\u0085\u009f', '\u2028\u2029', '\ufff9\ufffa\ufffb', '\ufffe\uffff'],
  ...['A\u030a', '\ud7b0\ud7cb', '\u{10ffff}', '\u{e0041}\u{e007f}', '\ud83d', '\udc4d\ud83d', 'a\ud800b', '\u3164'],
  ...['\u202eabc', '\u2066x\u2067y\u2068z\u2069', 'abc\u05d0\u05d1123', 'photo\u202egpj.exe', 'x\u0000.pdf'],
];

const long = [
  'a'.repeat(10_000),
  ' '.repeat(10_000),
  '\ud83d\ude00'.repeat(2_500),
  '%2e'.repeat(3_000),
  '('.repeat(5_000),
];

export const naughtyStrings: readonly string[] = [...words, ...lines, ...invisible, ...long];
