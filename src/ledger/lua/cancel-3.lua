#!lua flags=allow-oom
-- Notes that a job which waits for its object is not wanted any more.
-- KEYS: books, entry, intents
-- ARGV: 1 job id
-- Guarantee: without an intent nothing is changed.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The books of the ledger are not there.')
end
if not redis.call('ZSCORE', KEYS[3], ARGV[1]) then return 0 end
if redis.call('HSETNX', KEYS[2], 'cancelled', 1) == 1 then redis.call('HINCRBY', KEYS[1], 'sequence', 1) end
return 1
