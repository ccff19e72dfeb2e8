#!lua flags=allow-oom
-- Deletes an intent. The entry of a job that ended without an AdJob expires after seven days.
-- KEYS (as in redis-ledger-keys.ts): books, entry, intents, holds
-- ARGV: 1 job id
-- Guarantee: a job with reserved credits stays in the list of such jobs (holds).
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
if redis.call('ZREM', KEYS[3], ARGV[1]) == 0 then return end
redis.call('HINCRBY', KEYS[1], 'sequence', 1)
redis.call('HDEL', KEYS[2], 'intent', 'cancelled', 'error')
local entry = redis.call('HMGET', KEYS[2], 'state', 'uid')
if not entry[1] or entry[2] then return end
if entry[1] == 'reserved' then redis.call('ZADD', KEYS[4], 0, ARGV[1]) end
if entry[1] == 'released' then redis.call('EXPIRE', KEYS[2], 604800) end
