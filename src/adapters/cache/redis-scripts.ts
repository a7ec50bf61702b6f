/**
 * The steps that must not be interleaved with another replica's, as Lua: a script runs alone on the
 * server (https://redis.io/docs/latest/develop/programmability/eval-intro/).
 *
 * Whatever is found under a key may have been put there by another version, by hand or by mistake:
 * a number that is none counts as 0, a key of another type is replaced.
 */

const PRELUDE = `
local function integer(text)
  local number = tonumber(text)
  if number and number >= 0 and number < 4503599627370496 and number == math.floor(number) then
    return number
  end
  return 0
end
local function holds(key, kind)
  return redis.call('TYPE', key).ok == kind
end
`;

/**
 * Keys: lease, fence, state. Arguments: lifetime in ms, owner.
 * Returns the new fencing token, or nil while another owner holds the lease. The token also exceeds
 * that of the stored state, so that a lost fence key cannot lock writers out. A lease without an
 * expiry is not one of ours, and would never end.
 */
export const ACQUIRE_LEASE = `${PRELUDE}
local lease, fence, state = KEYS[1], KEYS[2], KEYS[3]
if holds(lease, 'string') and redis.call('PTTL', lease) >= 0 then
  return false
end
local last = 0
if holds(fence, 'string') then
  last = integer(redis.call('GET', fence))
end
if holds(state, 'hash') then
  last = math.max(last, integer(redis.call('HGET', state, 'token')))
end
local token = string.format('%.0f', last + 1)
redis.call('SET', fence, token)
redis.call('SET', lease, ARGV[2] .. ':' .. token, 'PX', ARGV[1])
return tonumber(token)
`;

/** Keys: lease. Arguments: owner, token. Deletes the lease if it is still this one. */
export const RELEASE_LEASE = `${PRELUDE}
if holds(KEYS[1], 'string') and redis.call('GET', KEYS[1]) == ARGV[1] .. ':' .. ARGV[2] then
  return redis.call('DEL', KEYS[1])
end
return 0
`;

/**
 * Keys: state. Arguments: token, time of the snapshot in Unix ms, body, SHA-1 of the body that this
 * replica has read and not understood, channel, owner, the latest time that can have come.
 * Returns 1 if stored, 0 if what is stored has a greater token or a later snapshot. A time that cannot
 * have come, of a clock that was wrong, protects nothing, and neither does the time that stands beside
 * a body nobody can read. A state is never deleted first: a server out of memory lets a script go on
 * that has begun to write, and refuses one that has not.
 */
export const WRITE_STATE = `${PRELUDE}
local state = KEYS[1]
if holds(state, 'hash') then
  local held = redis.call('HMGET', state, 'token', 'assembledAt', 'body')
  local readable = held[3] and redis.sha1hex(held[3]) ~= ARGV[4]
  if integer(held[1]) > tonumber(ARGV[1]) then
    return 0
  end
  local assembledAt = integer(held[2])
  if readable and assembledAt > tonumber(ARGV[2]) and assembledAt <= tonumber(ARGV[7]) then
    return 0
  end
else
  redis.call('DEL', state)
end
redis.call('HSET', state, 'token', ARGV[1], 'assembledAt', ARGV[2], 'body', ARGV[3])
redis.call('PUBLISH', ARGV[5], ARGV[6])
return 1
`;
