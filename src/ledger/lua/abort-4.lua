#!lua flags=allow-oom
-- Revokes the admission of a job. Blocks an unknown job id, so that a late admission with this id is refused.
-- KEYS (as in redis-ledger-keys.ts): books, entry, intents, holds; keys of account, history and
-- idempotency are built from the prefix
-- ARGV: 1 job id, 2 prefix
-- Guarantee: a job is kept if its AdJob exists, if its credits were charged or released, or if a client got its id by
-- repeating a request with the same idempotency key.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
local entry = redis.call('HMGET', KEYS[2], 'state', 'uid', 'job')
local state = entry[1]
if state == 'aborted' then return 'aborted' end
if state and (state ~= 'reserved' or entry[2]) then return 'kept' end
-- Compares the job id too: after 24 hours, the idempotency key can belong to another job.
local payer, credits, id = string.match(entry[3] or '', '^(%S+) %S+ %S+ (%S+) %S+ (%S*)')
local key = ARGV[2] .. 'idempotency:' .. (id or '')
local promised, holder = string.match(redis.call('GET', key) or '', '^(=?)(%S*)')
local has_key = holder == ARGV[1]
if has_key and promised == '=' then return 'kept' end

redis.call('HSET', KEYS[2], 'state', 'aborted')
redis.call('EXPIRE', KEYS[2], 604800)
redis.call('HINCRBY', KEYS[1], 'sequence', 1)
if not state then return 'aborted' end
local account = ARGV[2] .. 'account:' .. payer
redis.call('HDEL', account, 'held:' .. ARGV[1])
redis.call('HINCRBY', account, 'reserved', -credits)
redis.call('XADD', ARGV[2] .. 'history:' .. payer, 'MAXLEN', '~', 100000, '*', 'release', credits, 'job', ARGV[1])
redis.call('ZREM', KEYS[3], ARGV[1])
redis.call('HDEL', KEYS[2], 'intent')
redis.call('ZREM', KEYS[4], ARGV[1])
if has_key then redis.call('DEL', key) end
return 'aborted'
