#!lua flags=allow-oom
-- Marks an accepted job as cancelled while its AdJob is still to be created, that is, while the job has an intent.
-- Returns 0 if the job has no intent.
-- KEYS (as in redis-ledger-keys.ts): books, entry, intents
-- ARGV: 1 job id
-- Guarantee: a job without an intent is not changed.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
if not redis.call('ZSCORE', KEYS[3], ARGV[1]) then return 0 end
if redis.call('HSETNX', KEYS[2], 'cancelled', 1) == 1 then redis.call('HINCRBY', KEYS[1], 'sequence', 1) end
return 1
