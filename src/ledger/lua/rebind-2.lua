#!lua flags=allow-oom
-- Assigns the job id of a job whose credits are still reserved to another AdJob of the same name, account and price.
-- KEYS (as in redis-ledger-keys.ts): books, entry
-- ARGV: 1 uid, 2 account, 3 namespace, 4 name, 5 credits
-- Guarantee: changes nothing if the job has ended. The caller knows that the AdJob with the earlier uid is gone.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
local entry = redis.call('HMGET', KEYS[2], 'state', 'uid', 'job', 'cancelled')
local state, uid, cancelled = entry[1], entry[2], entry[4]
if not state then return {'unknown'} end
if state ~= 'reserved' or not uid then return {'taken'} end
local account, namespace, name, credits = string.match(entry[3], '^(%S+) (%S+) (%S+) (%S+)')
if account ~= ARGV[2] or namespace ~= ARGV[3] or name ~= ARGV[4] or credits ~= ARGV[5] then return {'taken'} end
if uid ~= ARGV[1] then
  redis.call('HSET', KEYS[2], 'uid', ARGV[1])
  redis.call('HINCRBY', KEYS[1], 'sequence', 1)
end
return {'bound', credits, cancelled and 1 or 0}
