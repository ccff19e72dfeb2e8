#!lua flags=allow-oom
-- Assigns a job id to the first AdJob that is seen with this id. Deletes the intent unless the job was
-- cancelled.
-- KEYS (as in redis-ledger-keys.ts): books, entry, intents, holds
-- ARGV: 1 job id, 2 uid, 3 account, 4 namespace, 5 name
-- Guarantee: a job id belongs to the uid of one AdJob until `rebind` assigns it to another one.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
local entry = redis.call('HMGET', KEYS[2], 'state', 'uid', 'job', 'cancelled')
local state, uid, cancelled = entry[1], entry[2], entry[4]
if not state then return {'unknown'} end
if state == 'aborted' then return {'given-up'} end
if uid and uid ~= ARGV[2] then return {'taken'} end
local account, namespace, name, credits = string.match(entry[3], '^(%S+) (%S+) (%S+) (%S+)')
if not uid then
  if account ~= ARGV[3] or namespace ~= ARGV[4] or name ~= ARGV[5] then return {'unknown'} end
  if state ~= 'reserved' then return {'given-up'} end
  redis.call('HSET', KEYS[2], 'uid', ARGV[2])
  redis.call('ZADD', KEYS[4], 0, ARGV[1])
  if not cancelled then
    redis.call('ZREM', KEYS[3], ARGV[1])
    redis.call('HDEL', KEYS[2], 'intent')
  end
  redis.call('HINCRBY', KEYS[1], 'sequence', 1)
end
return {'bound', credits, cancelled and 1 or 0}
