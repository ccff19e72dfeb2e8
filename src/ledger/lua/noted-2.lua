#!lua flags=allow-oom
-- Notes that an AdJob now records the position (epoch and sequence) at which its charge was retired (counted as that of
-- a deleted job).
-- KEYS (as in redis-ledger-keys.ts): books, entry; the key of the list is built from the prefix
-- ARGV: 1 job id, 2 epoch and 3 sequence that the object records, 4 prefix
-- Guarantee: has no effect if this ledger retired the charge at another position.
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if not epoch then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
local entry = redis.call('HMGET', KEYS[2], 'retired', 'job')
if epoch ~= ARGV[2] or entry[1] ~= ARGV[3] then return end
local payer = string.match(entry[2], '^(%S+)')
if redis.call('ZREM', ARGV[4] .. 'retiring:' .. payer, ARGV[1]) == 0 then return end
redis.call('HINCRBY', KEYS[1], 'sequence', 1)
