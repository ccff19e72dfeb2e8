#!lua flags=allow-oom
-- Gives a job id to the first object that is seen under it, and drops its intent unless that was cancelled.
-- KEYS: books, entry, intents, holds
-- ARGV: 1 job id, 2 namespace, 3 name, 4 uid, 5 account
-- Guarantee: an id belongs to one uid for good.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The books of the ledger are not there.')
end
local entry = redis.call('HMGET', KEYS[2], 'state', 'uid', 'credits', 'cancelled', 'namespace', 'name', 'account')
local state, uid, credits, cancelled = entry[1], entry[2], entry[3], entry[4]
if not state then return {'unknown'} end
if state == 'aborted' then return {'given-up'} end
if uid and uid ~= ARGV[4] then return {'taken'} end
if not uid then
  if entry[5] ~= ARGV[2] or entry[6] ~= ARGV[3] or entry[7] ~= ARGV[5] then return {'unknown'} end
  if state ~= 'reserved' then return {'given-up'} end
  redis.call('HSET', KEYS[2], 'uid', ARGV[4])
  redis.call('ZADD', KEYS[4], 0, ARGV[1])
  if not cancelled then redis.call('ZREMRANGEBYLEX', KEYS[3], '[' .. ARGV[1] .. ' ', '(' .. ARGV[1] .. '!') end
  redis.call('HINCRBY', KEYS[1], 'sequence', 1)
end
return {'bound', credits, cancelled and 1 or 0}
