/**
 * The ledger's steps as Lua scripts, each of which Redis executes atomically. An entry is a hash; further keys hold the claims,
 * the owners' leases, the ids of open entries, and, per match hash, the ids of entries that are SENT or COMMITTED without a
 * claim. A shelf is a hash, and the name of its owner. The scripts compute the names of their keys from KEYS[1], with which all of them
 * begin. It is in braces, so a cluster has all of them in one slot.
 */
import { CLAIM_RETENTION_MS, ENTRY_RETENTION_MS, LEASE_MS, MAX_LEASE_MS } from '../../entries/entry.ts';

const common = `
local P = KEYS[1]
local now = tonumber(ARGV[1])
if now == 0 then
  local time = redis.call('TIME')
  now = time[1] * 1000 + math.floor(time[2] / 1000)
end
local id = ARGV[2]
local function key(id) return P .. 'entry:' .. id end
local function field(id, name) return redis.call('HGET', key(id), name) end
local function isDead(owner)
  local lease = redis.call('GET', P .. 'owner:' .. owner)
  return not lease or tonumber(lease) <= now or tonumber(lease) > now + ${MAX_LEASE_MS}
end
local function isOrphan(id) return isDead(field(id, 'owner')) end
local function held(id)
  local parts = redis.call('HMGET', key(id), 'fixed', 'state', 'sentAt', 'contentHash', 'result')
  if not parts[1] then return false end
  return {parts[1], parts[2], parts[3] or '', parts[4] or '', parts[5] or '', isOrphan(id) and 1 or 0}
end
-- Of the entry's matches, by each key that hashed them.
local function sentSets(id)
  local sets = {}
  local hashes = (field(id, 'matchHash') or '') .. ' ' .. (field(id, 'otherMatches') or '')
  for match in string.gmatch(hashes, '%S+') do sets[#sets + 1] = P .. 'sent:' .. match end
  return sets
end
local function isIn(set, id)
  for _, own in ipairs(sentSets(id)) do if own == set then return true end end
  return false
end
local function addToSentSets(id)
  for _, set in ipairs(sentSets(id)) do
    redis.call('SADD', set, id)
    redis.call('PEXPIRE', set, ${ENTRY_RETENTION_MS})
  end
end
local function closeEntry(id)
  redis.call('SREM', P .. 'open', id)
  for _, set in ipairs(sentSets(id)) do redis.call('SREM', set, id) end
end
local function committed(id)
  local result = field(id, 'result')
  if field(id, 'state') ~= 'COMMITTED' or not result or result == '' then return {} end
  -- It cannot decode an unpaired surrogate, which only texts contain; what has texts has no claim.
  local isReadable, decoded = pcall(cjson.decode, result)
  return isReadable and decoded or {}
end
local function found(id) return committed(id).found or false end
local function giveBack(id)
  local claim = found(id)
  if claim and redis.call('GET', P .. 'claim:' .. claim) == id then redis.call('DEL', P .. 'claim:' .. claim) end
end
local function isOf(attempt) return field(id, 'attempt') == attempt end
`;

export const steps = {
  /** id, fixed, attempt, owner, matchHash, otherMatches. The entry's age is by the server's clock, whatever its replica's clock says. */
  reserve: `${common}
if redis.call('EXISTS', key(id)) == 1 then
  local isOver = tonumber(field(id, 'createdAt')) + ${ENTRY_RETENTION_MS} <= now
  local makesWay = field(id, 'state') == 'RESERVED' and isOrphan(id)
  if not isOver and not makesWay then
    local standing = held(id)
    standing[7] = 0
    return standing
  end
  closeEntry(id)
  redis.call('DEL', key(id))
end
redis.call('HSET', key(id), 'fixed', ARGV[3], 'attempt', ARGV[4], 'owner', ARGV[5], 'createdAt', now,
  'matchHash', ARGV[6], 'otherMatches', ARGV[7], 'state', 'RESERVED')
redis.call('PEXPIRE', key(id), ${ENTRY_RETENTION_MS})
redis.call('SADD', P .. 'open', id)
local new = held(id)
new[7] = 1
return new`,

  read: `${common}
return held(id)`,

  /** id, attempt, sentAt */
  markSent: `${common}
if not isOf(ARGV[3]) or field(id, 'state') ~= 'RESERVED' then return 0 end
redis.call('HSET', key(id), 'state', 'SENT', 'sentAt', ARGV[4])
addToSentSets(id)
return 1`,

  /** id, attempt, state, result, contentHash, claim */
  settle: `${common}
local state = field(id, 'state')
if not isOf(ARGV[3]) then return 0 end
local isOpen = state == 'UNKNOWN' or found(id) or committed(id).isPart
if state ~= 'SENT' and (ARGV[4] == 'UNKNOWN' or not isOpen) then return 0 end
giveBack(id)
redis.call('HSET', key(id), 'state', ARGV[4], 'result', ARGV[5], 'contentHash', ARGV[6])
closeEntry(id)
if ARGV[7] ~= '' then
  local claim = P .. 'claim:' .. ARGV[7]
  local holder = redis.call('GET', claim)
  if holder and holder ~= id and found(holder) == ARGV[7] then
    redis.call('HSET', key(holder), 'state', 'UNKNOWN', 'result', '')
    redis.call('DEL', claim)
  end
  redis.call('SET', claim, id, 'NX', 'PX', ${CLAIM_RETENTION_MS})
elseif ARGV[4] == 'COMMITTED' then
  addToSentSets(id)
end
return 1`,

  /** id, attempt */
  release: `${common}
local state = field(id, 'state')
if not isOf(ARGV[3]) or ((state == 'COMMITTED' or state == 'REJECTED') and not found(id)) then return 0 end
giveBack(id)
closeEntry(id)
redis.call('DEL', key(id))
return 1`,

  /** id, attempt */
  releaseUnsent: `${common}
if not isOf(ARGV[3]) or field(id, 'state') ~= 'RESERVED' then return 0 end
closeEntry(id)
redis.call('DEL', key(id))
return 1`,

  /** id, attempt, claim, result */
  claim: `${common}
local state = field(id, 'state')
if not isOf(ARGV[3]) or (state ~= 'SENT' and state ~= 'UNKNOWN') then return 'SETTLED' end
for _, set in ipairs(sentSets(id)) do
  for _, other in ipairs(redis.call('SMEMBERS', set)) do
    if other ~= id then
      local itsState = field(other, 'state')
      -- Its key may have been reused since, for a different write.
      if isIn(set, other) and (itsState == 'SENT' or itsState == 'COMMITTED') then return 'BUSY' end
      redis.call('SREM', set, other)
    end
  end
end
if not redis.call('SET', P .. 'claim:' .. ARGV[4], id, 'NX', 'PX', ${CLAIM_RETENTION_MS}) then return 'TAKEN' end
redis.call('HSET', key(id), 'state', 'COMMITTED', 'result', ARGV[5])
closeEntry(id)
return 'CLAIMED'`,

  /** id, claims … */
  unclaimed: `${common}
local free = {}
local own = committed(id)
for index = 3, #ARGV do
  local claim = ARGV[index]
  local isOwn = own.found == claim or own.made == claim
  local holder = redis.call('GET', P .. 'claim:' .. claim)
  if not holder or (holder == id and isOwn) then free[#free + 1] = claim end
end
return free`,

  orphans: `${common}
local found = {}
local all = redis.call('SRANDMEMBER', P .. 'open', 1000)
-- A smaller set is returned in a fixed order, so each scan starts at a different member.
for index = 1, #all do
  local open = all[(index + now) % #all + 1]
  local entry = held(open)
  if not entry then redis.call('SREM', P .. 'open', open)
  elseif entry[6] == 1 and #found < 100 then found[#found + 1] = entry end
end
return found`,

  /** ids and their attempts, in turn: how many are not there as sent */
  missing: `${common}
local missing = 0
for index = 2, #ARGV, 2 do
  local state = field(ARGV[index], 'state')
  if not state or state == 'RESERVED' or field(ARGV[index], 'attempt') ~= ARGV[index + 1] then missing = missing + 1 end
end
return missing`,

  /** shelf, owner */
  takeShelf: `${common}
local owner = redis.call('GET', P .. 'shelf-owner:' .. id)
if owner and owner ~= ARGV[3] and not isDead(owner) then return 'refused' end
redis.call('SET', P .. 'shelf-owner:' .. id, ARGV[3])
redis.call('SET', P .. 'owner:' .. ARGV[3], now + ${LEASE_MS}, 'PX', ${ENTRY_RETENTION_MS})
return owner == ARGV[3] and 'kept' or 'taken'`,

  /** shelf */
  readShelf: `${common}
return redis.call('HGETALL', P .. 'shelf:' .. id)`,

  /** shelf, owner or nothing, JSON of pairs of a key and its text, or false to remove it: Lua takes only so many arguments */
  changeShelf: `${common}
if ARGV[3] ~= '' and redis.call('GET', P .. 'shelf-owner:' .. id) ~= ARGV[3] then return 0 end
for _, change in ipairs(cjson.decode(ARGV[4])) do
  if change[2] then redis.call('HSET', P .. 'shelf:' .. id, change[1], change[2])
  else redis.call('HDEL', P .. 'shelf:' .. id, change[1]) end
end
return 1`,

  /** owner */
  beat: `${common}
redis.call('SET', P .. 'owner:' .. id, now + ${LEASE_MS}, 'PX', ${ENTRY_RETENTION_MS})
return 1`,
} as const;
