#!lua
-- Makes a hold that was lost again, below zero if need be.
-- KEYS: books, entry, account, history, holds
-- ARGV: 1 job id, 2 credits, 3 the job (account namespace name credits), 4 uid
-- Guarantee: a job that has an entry keeps it.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The books of the ledger are not there.')
end
if redis.call('EXISTS', KEYS[2]) == 1 then return 0 end
redis.call('HINCRBY', KEYS[3], 'reserved', ARGV[2])
redis.call('HSET', KEYS[3], 'held:' .. ARGV[1], ARGV[2])
local told = redis.call('XADD', KEYS[4], '*', 'reserve', ARGV[2], 'job', ARGV[1])
local job = ARGV[3] .. ' ' .. string.match(told, '^%d+') .. ' '
redis.call('HSET', KEYS[2], 'state', 'reserved', 'job', job, 'uid', ARGV[4])
redis.call('ZADD', KEYS[5], 0, ARGV[1])
redis.call('HINCRBY', KEYS[1], 'sequence', 1)
return 1
