/*
 * The Lua scripts that Redis runs atomically for a key; used by `redis-client.ts`. All key names carry the
 * key's id as their hash tag, so that they are in the same slot of a cluster. Times are milliseconds by the
 * server's own clock.
 *
 * KEYS: 1 rates (fields `requests` and `tokens`: when each is fully available again)
 *       2 slots (exchange ids by the time at which they expire)
 *       3 held (exchange id → by how many milliseconds it delayed the tokens)
 */

const head = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
local minute = 60000
local function whole(name)
  return tonumber(redis.call('HGET', KEYS[1], name)) or now
end
local function keep(name, at)
  redis.call('HSET', KEYS[1], name, string.format('%.6f', at))
end
local function forget(id)
  local held = tonumber(redis.call('HGET', KEYS[3], id)) or 0
  redis.call('HDEL', KEYS[3], id)
  redis.call('ZREM', KEYS[2], id)
  return held
end
`;

/**
 * Takes one request, a number of tokens and a concurrency slot, or nothing.
 * ARGV: exchange id, requests per minute, tokens per minute, slots (0 where not limited), tokens wanted,
 * lifetime in milliseconds.
 * Returns: the limit that rejects it (0 none, 1 requests, 2 tokens, 3 slots), when to retry, when requests
 * and tokens are fully available again, now.
 */
export const takeScript = `${head}
local id, requests, tokens, slots = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[4])
local wanted, life = tonumber(ARGV[5]), tonumber(ARGV[6])
for _, gone in ipairs(redis.call('ZRANGEBYSCORE', KEYS[2], '-inf', now)) do forget(gone) end
if redis.call('ZSCORE', KEYS[2], id) then
  local before = forget(id)
  if before > 0 then keep('tokens', whole('tokens') - before) end
end
local requestsAt, tokensAt = whole('requests'), whole('tokens')
local function fits(at, span) return at + math.min(span, minute) - minute end
local requestSpan = requests > 0 and minute / requests or 0
local tokenSpan = tokens > 0 and wanted * minute / tokens or 0
local function answer(limit, retry)
  return { tostring(limit), string.format('%.3f', retry), string.format('%.3f', requestsAt),
    string.format('%.3f', tokensAt), string.format('%.3f', now) }
end
if requests > 0 and fits(requestsAt, requestSpan) > now + 1 then
  return answer(1, fits(requestsAt, requestSpan))
end
if tokens > 0 and fits(tokensAt, tokenSpan) > now + 1 then
  return answer(2, fits(tokensAt, tokenSpan))
end
if slots > 0 and redis.call('ZCARD', KEYS[2]) >= slots then return answer(3, 0) end
if requests > 0 then
  requestsAt = math.max(requestsAt, now) + requestSpan
  keep('requests', requestsAt)
end
if tokens > 0 then
  tokensAt = math.max(tokensAt, now) + tokenSpan
  keep('tokens', tokensAt)
end
redis.call('ZADD', KEYS[2], now + life, id)
redis.call('HSET', KEYS[3], id, string.format('%.6f', tokenSpan))
for _, name in ipairs(KEYS) do redis.call('PEXPIRE', name, math.max(7200000, 2 * life)) end
return answer(0, 0)
`;

/**
 * Releases a slot, and corrects the tokens by the actual usage.
 * ARGV: exchange id, milliseconds of the rate that were used, milliseconds of requests to return.
 * Returns: when requests and tokens are fully available again, now.
 */
export const finishScript = `${head}
local id, used, request = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local isHeld = redis.call('ZSCORE', KEYS[2], id)
local held = forget(id)
if not isHeld then held = 0 end
if used ~= held then
  local at = whole('tokens')
  if used > held then at = math.min(math.max(at, now) + used - held, math.max(at, now + 3600000))
  else at = at + used - held end
  keep('tokens', at)
end
if request > 0 and isHeld then keep('requests', whole('requests') - request) end
for _, name in ipairs(KEYS) do redis.call('PEXPIRE', name, 7200000) end
local function tell(number) return string.format('%.3f', number) end
return { tell(whole('requests')), tell(whole('tokens')), tell(now) }
`;

/** Renews a slot. ARGV: exchange id, lifetime in milliseconds. */
export const renewScript = `${head}
redis.call('ZADD', KEYS[2], 'XX', now + tonumber(ARGV[2]), ARGV[1])
return 0
`;

/** Counts the running gateways. KEYS: 1 gateways by expiry. ARGV: this one, lifetime in milliseconds. */
export const gatewaysScript = `
local time = redis.call('TIME')
local now = time[1] * 1000 + time[2] / 1000
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
redis.call('ZADD', KEYS[1], now + tonumber(ARGV[2]), ARGV[1])
return redis.call('ZCARD', KEYS[1])
`;
