#!lua
-- Reserves the credits of a job again after their reservation (hold) was lost. The available credits may become
-- negative.
-- KEYS (as in redis-ledger-keys.ts): books, entry, account, history, holds
-- ARGV: 1 job id, 2 credits, 3 the job (account namespace name credits), 4 uid
-- Guarantee: an existing entry of the job is not changed.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('HINCRBY', KEYS[3], 'reserved', ARGV[2])
redis.call('HSET', KEYS[3], 'held:' .. ARGV[1], ARGV[2])
local history_id = redis.call('XADD', KEYS[4], 'MAXLEN', '~', 100000, '*', 'reserve', ARGV[2], 'job', ARGV[1])
local job = ARGV[3] .. ' ' .. string.match(history_id, '^%d+') .. ' '
redis.call('HSET', KEYS[2], 'state', 'reserved', 'job', job, 'uid', ARGV[4])
redis.call('ZADD', KEYS[5], 0, ARGV[1])
redis.call('HINCRBY', KEYS[1], 'sequence', 1)
return 1
