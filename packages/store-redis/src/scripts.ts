/*
 * The Lua scripts that Redis runs atomically for a key; used by `redis-client.ts`. All key names carry the
 * key's id as their hash tag, so that they are in the same slot of a cluster. Times are milliseconds by the
 * server's own clock.
 *
 * KEYS: 1 rates (fields `requests` and `tokens`: when each is fully available again; `used`: when they were last
 *         taken)
 *       2 slots (reservation ids by the time at which they expire; further slots of a reservation have a
 *         number after its id)
 *       3 held (reservation id → by how many milliseconds it delayed the tokens; with `requests` or `slots`
 *         after the id → how many requests it holds, and how many further slots; 1 and 0 when absent)
 */

const head = String.raw`
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local minute = 60000
local function whole(name)
  return tonumber(redis.call('HGET', KEYS[1], name)) or now
end
local function keep(name, at)
  redis.call('HSET', KEYS[1], name, string.format('%.6f', at))
end
local function read(id, name, default)
  return tonumber(redis.call('HGET', KEYS[3], id .. name)) or default
end
local function forget(id)
  local held = read(id, '', 0)
  for number = 1, read(id, '\nslots', 0) do redis.call('ZREM', KEYS[2], id .. '\n' .. number) end
  redis.call('HDEL', KEYS[3], id, id .. '\nrequests', id .. '\nslots')
  redis.call('ZREM', KEYS[2], id)
  return held
end
local function correct(used, held)
  if used == held then return end
  local at = whole('tokens')
  if used > held then at = math.min(math.max(at, now) + used - held, math.max(at, now + 3600000))
  else at = at + used - held end
  keep('tokens', at)
end
local function stay()
  for _, name in ipairs(KEYS) do redis.call('PEXPIRE', name, 7200000) end
end
local function tell(number) return string.format('%.3f', number) end
local function standing() return { tell(whole('requests')), tell(whole('tokens')), tell(now) } end
`;

/**
 * Takes one request, a number of tokens and a concurrency slot, or nothing; and the same for further requests,
 * which may take an eighth of what is left then.
 * ARGV: reservation id, requests per minute, tokens per minute, slots (0 where not limited), tokens wanted,
 * lifetime in milliseconds, further requests wanted.
 * Returns: the limit that rejects it (0 none, 1 requests, 2 tokens, 3 slots), when to retry, when requests
 * and tokens are fully available again without the further requests, now, the further requests and their slots.
 */
export const takeScript = String.raw`${head}
local id, requests, tokens, slots = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local wanted, life, ahead = tonumber(ARGV[5]), tonumber(ARGV[6]), tonumber(ARGV[7])
-- What is owed stays owed, and no more, where the clock was set back since then.
local used = tonumber(redis.call('HGET', KEYS[1], 'used')) or now
if used > now + minute then
  for _, name in ipairs({ 'requests', 'tokens' }) do keep(name, whole(name) - used + now) end
  keep('used', now)
end
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do forget(gone) end
if redis.call('ZSCORE', KEYS[2], id) then
  local before = forget(id)
  if before > 0 then keep('tokens', whole('tokens') - before) end
end
local requestsAt, tokensAt = whole('requests'), whole('tokens')
local function fits(at, span) return at + math.min(span, minute) - minute end
local requestSpan = requests > 0 and minute / requests or 0
local tokenSpan = tokens > 0 and wanted * minute / tokens or 0
local more, moreSlots = 0, 0
local function answer(limit, retry)
  return { tostring(limit), tell(retry), tell(requestsAt), tell(tokensAt), tell(now),
    tostring(more), tostring(moreSlots) }
end
if requests > 0 and fits(requestsAt, requestSpan) > now + 1 then
  return answer(1, fits(requestsAt, requestSpan))
end
if tokens > 0 and fits(tokensAt, tokenSpan) > now + 1 then
  return answer(2, fits(tokensAt, tokenSpan))
end
if slots > 0 and redis.call('ZCARD', KEYS[2]) >= slots then return answer(3, 0) end
if requests > 0 then requestsAt = math.max(requestsAt, now) + requestSpan end
if tokens > 0 then tokensAt = math.max(tokensAt, now) + tokenSpan end
redis.call('ZADD', KEYS[2], now + life, id)
more = ahead
local function within(at, span)
  if span > 0 then more = math.min(more, math.max(0, math.floor((minute - (at - now)) / 8 / span))) end
end
within(requestsAt, requestSpan)
within(tokensAt, tokenSpan)
if slots > 0 then
  moreSlots = math.min(more, math.max(0, math.floor((slots - redis.call('ZCARD', KEYS[2])) / 8)))
end
if requests > 0 then keep('requests', requestsAt + more * requestSpan) end
if tokens > 0 then keep('tokens', tokensAt + more * tokenSpan) end
keep('used', now)
redis.call('HSET', KEYS[3], id, string.format('%.6f', (1 + more) * tokenSpan))
if more > 0 then redis.call('HSET', KEYS[3], id .. '\nrequests', 1 + more) end
if moreSlots > 0 then redis.call('HSET', KEYS[3], id .. '\nslots', moreSlots) end
for number = 1, moreSlots do redis.call('ZADD', KEYS[2], now + life, id .. '\n' .. number) end
for _, name in ipairs(KEYS) do redis.call('PEXPIRE', name, math.max(7200000, 2 * life)) end
return answer(0, 0)
`;

/**
 * Releases all that a reservation holds, and corrects the tokens by the actual usage. Does nothing when the
 * reservation has ended or expired; what it took of the rates then stays taken.
 * ARGV: reservation id, milliseconds of the rate that were used, milliseconds that a request takes of its rate
 * (0 returns none), how many of its requests were used.
 * Returns: when requests and tokens are fully available again, now.
 */
export const finishScript = String.raw`${head}
local id, used, request, spent = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local isHeld = redis.call('ZSCORE', KEYS[2], id)
local unused = math.max(0, read(id, '\nrequests', 1) - spent)
local held = forget(id)
if isHeld then
  correct(used, held)
  if request * unused > 0 then keep('requests', whole('requests') - request * unused) end
  stay()
end
return standing()
`;

/**
 * Takes requests, tokens and further slots out of what a reservation holds, which stays open. Does nothing when
 * it has ended or expired.
 * ARGV: reservation id, milliseconds of the rate that were used, milliseconds that are taken out, requests that
 * are taken out, milliseconds that each of these gives back to its rate, slots that are given back.
 */
export const drawScript = String.raw`${head}
local id, used, taken = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local count, request, slots = tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
if redis.call('ZSCORE', KEYS[2], id) then
  local held, left = read(id, '', 0), read(id, '\nrequests', 1)
  taken, count = math.min(taken, held), math.min(count, left)
  redis.call('HSET', KEYS[3], id, string.format('%.6f', held - taken), id .. '\nrequests', left - count)
  if request * count > 0 then keep('requests', whole('requests') - request * count) end
  local further = read(id, '\nslots', 0)
  local kept = math.max(0, further - slots)
  for number = kept + 1, further do redis.call('ZREM', KEYS[2], id .. '\n' .. number) end
  if kept < further then redis.call('HSET', KEYS[3], id .. '\nslots', kept) end
  correct(used, taken)
  stay()
end
return standing()
`;

/**
 * Renews the slots of a reservation. ARGV: reservation id, lifetime in milliseconds.
 * Returns: 1, or 0 when there is no such reservation.
 */
export const renewScript = String.raw`${head}
local id, until_ = ARGV[1], now + tonumber(ARGV[2])
redis.call('ZADD', KEYS[2], 'XX', until_, id)
for number = 1, read(id, '\nslots', 0) do
  redis.call('ZADD', KEYS[2], 'XX', until_, id .. '\n' .. number)
end
return redis.call('ZSCORE', KEYS[2], id) and 1 or 0
`;

/** Counts the running gateways. KEYS: 1 gateways by expiry. ARGV: this one, lifetime in milliseconds. */
export const gatewaysScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
return redis.call('ZCARD', KEYS[1])
`;
