#!lua flags=allow-oom
-- Closes the hold of a job: charges its credits (settled) or releases them.
-- KEYS (as in redis-ledger-keys.ts): books, entry, intents, holds; keys of account and history are
-- built from the prefix
-- ARGV: 1 job id, 2 uid or '', 3 settled or released, 4 prefix
-- Guarantee: credits are charged or released once. A later call with the opposite, or for another AdJob, changes
-- nothing.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
local entry = redis.call('HMGET', KEYS[2], 'state', 'uid', 'job')
local state = entry[1]
if not state then return 'unknown' end
if (entry[2] or '') ~= ARGV[2] then return 'contradiction' end
if state ~= 'reserved' then return state == ARGV[3] and 'done' or 'contradiction' end

local payer, credits = string.match(entry[3], '^(%S+) %S+ %S+ (%S+)')
local account = ARGV[4] .. 'account:' .. payer
redis.call('ZREM', KEYS[4], ARGV[1])
redis.call('HSET', KEYS[2], 'state', ARGV[3])
redis.call('HDEL', account, 'held:' .. ARGV[1])
redis.call('HINCRBY', account, 'reserved', -credits)
if ARGV[3] == 'settled' then
  redis.call('HINCRBY', account, 'spent', credits)
  redis.call('HSET', account, 'charged:' .. ARGV[1], credits)
end
local kind = ARGV[3] == 'settled' and 'settle' or 'release'
redis.call('XADD', ARGV[4] .. 'history:' .. payer, 'MAXLEN', '~', 100000, '*', kind, credits, 'job', ARGV[1])
redis.call('HINCRBY', KEYS[1], 'sequence', 1)
-- The entry of a job without an AdJob and without an intent (AdJob to create) is needed only for late calls.
if not entry[2] and not redis.call('ZSCORE', KEYS[3], ARGV[1]) then redis.call('EXPIRE', KEYS[2], 604800) end
return 'done'
