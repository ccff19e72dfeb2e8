#!lua flags=allow-oom
-- Takes a job off those that are retired and may not say so.
-- KEYS: books, entry; the list of its account comes after the prefix
-- ARGV: 1 job id, 2 epoch and 3 sequence that stand on the object, 4 prefix
-- Guarantee: it does so only of the position at which these books have retired it.
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if not epoch then
  return redis.error_reply('LOST The books of the ledger are not there.')
end
local entry = redis.call('HMGET', KEYS[2], 'retired', 'job')
if epoch ~= ARGV[2] or entry[1] ~= ARGV[3] then return end
local payer = string.match(entry[2], '^(%S+)')
if redis.call('ZREM', ARGV[4] .. 'retiring:' .. payer, ARGV[1]) == 0 then return end
redis.call('HINCRBY', KEYS[1], 'sequence', 1)
