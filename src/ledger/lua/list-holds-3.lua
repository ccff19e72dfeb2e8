#!lua flags=no-writes
-- Entries that may be open holds, by job id: first those that have an intent, then those that were given to an object.
-- KEYS: books, intents, holds
-- ARGV: 1 prefix, 2 first job id, as ZRANGEBYLEX has it, 3 how many of each
-- Guarantee: every open hold is in one of the two.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The books of the ledger are not there.')
end
local function entries(key)
  local rows = redis.call('ZRANGEBYLEX', key, ARGV[2], '+', 'LIMIT', 0, ARGV[3])
  for i, job_id in ipairs(rows) do
    local entry = redis.call('HMGET', ARGV[1] .. 'entry:' .. job_id, 'state', 'job', 'uid')
    rows[i] = {job_id, entry[1], entry[2], entry[3]}
  end
  return rows
end
return {entries(KEYS[2]), entries(KEYS[3])}
