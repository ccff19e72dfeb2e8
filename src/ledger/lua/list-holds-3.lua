#!lua flags=no-writes
-- Lists jobs that may have reserved credits (holds) by job id, in two lists: jobs whose AdJob is still to be created
-- (with an intent), and jobs with an AdJob.
-- KEYS (as in redis-ledger-keys.ts): books, intents, holds
-- ARGV: 1 prefix, 2 first job id in the syntax of ZRANGEBYLEX, 3 maximum length of each list
-- Guarantee: every job with reserved credits is in one of the two lists.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
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
