#!lua flags=allow-oom
-- Counts the charge of a finished job as retired (that of a deleted job), and lets its entry expire after seven days.
-- KEYS (as in redis-ledger-keys.ts): books, entry; keys of account and retiring are built from the prefix
-- ARGV: 1 job id, 2 uid, 3 prefix
-- Guarantee: a repeated call returns the same position (epoch and sequence). The retired charge and the job id become
-- visible together.
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if not epoch then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
local entry = redis.call('HMGET', KEYS[2], 'state', 'uid', 'job', 'retired')
if entry[2] ~= ARGV[2] or (entry[1] ~= 'settled' and entry[1] ~= 'released') then return false end
if entry[4] then return {epoch, tonumber(entry[4])} end

local sequence = redis.call('HINCRBY', KEYS[1], 'sequence', 1)
if entry[1] == 'settled' then
  local payer, credits = string.match(entry[3], '^(%S+) %S+ %S+ (%S+)')
  local account = ARGV[3] .. 'account:' .. payer
  redis.call('HINCRBY', account, 'retired', credits)
  redis.call('HDEL', account, 'charged:' .. ARGV[1])
  -- Removes job ids whose entries have expired from the list of retired jobs: two ids are checked for each id added.
  local retiring = ARGV[3] .. 'retiring:' .. payer
  for _, job_id in ipairs(redis.call('ZRANGEBYLEX', retiring, '-', '+', 'LIMIT', 0, 2)) do
    if redis.call('EXISTS', ARGV[3] .. 'entry:' .. job_id) == 0 then redis.call('ZREM', retiring, job_id) end
  end
  redis.call('ZADD', retiring, 0, ARGV[1])
  redis.call('EXPIRE', retiring, 604800)
end
redis.call('HSET', KEYS[2], 'retired', sequence)
redis.call('EXPIRE', KEYS[2], 604800)
return {epoch, sequence}
