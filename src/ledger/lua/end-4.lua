#!lua flags=allow-oom
-- Releases the reserved credits of a job whose AdJob will never be created, and stores the error.
-- KEYS (as in redis-ledger-keys.ts): books, entry, intents, holds; keys of account and history are
-- built from the prefix
-- ARGV: 1 job id, 2 error, 3 prefix
-- Guarantee: a job with an AdJob is not changed; the first error is kept.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
local entry = redis.call('HMGET', KEYS[2], 'state', 'uid', 'job', 'error')
local state = entry[1]
if not state or state == 'aborted' then return 'unknown' end
if entry[2] then return 'bound' end
local has_intent = redis.call('ZSCORE', KEYS[3], ARGV[1])
local is_first = has_intent and not entry[4]
if is_first then redis.call('HSET', KEYS[2], 'error', ARGV[2]) end
if is_first or state == 'reserved' then redis.call('HINCRBY', KEYS[1], 'sequence', 1) end
if state ~= 'reserved' then return 'ended' end

local payer, credits = string.match(entry[3], '^(%S+) %S+ %S+ (%S+)')
local account = ARGV[3] .. 'account:' .. payer
redis.call('HSET', KEYS[2], 'state', 'released')
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HDEL', account, 'held:' .. ARGV[1])
redis.call('HINCRBY', account, 'reserved', -credits)
redis.call('XADD', ARGV[3] .. 'history:' .. payer, 'MAXLEN', '~', 100000, '*', 'release', credits, 'job', ARGV[1])
if not has_intent then redis.call('EXPIRE', KEYS[2], 604800) end
return 'ended'
