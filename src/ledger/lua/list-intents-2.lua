#!lua flags=allow-oom
-- Lists intents (AdJobs to create) by job id, each with data of its ledger entry, whose key is built from the prefix.
-- KEYS (as in redis-ledger-keys.ts): books, intents
-- ARGV: 1 prefix, 2 first and 3 last job id in the syntax of ZRANGEBYLEX, 4 maximum number
-- Guarantee: only the last page has fewer intents than the maximum. Intents without an entry are removed.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The ledger is not initialised, or its data were lost.')
end
local found, first, wanted = {}, ARGV[2], tonumber(ARGV[4])
while #found < wanted do
  local ids = redis.call('ZRANGEBYLEX', KEYS[2], first, ARGV[3], 'LIMIT', 0, wanted - #found)
  if #ids == 0 then break end
  for _, job_id in ipairs(ids) do
    local entry = redis.call('HMGET', ARGV[1] .. 'entry:' .. job_id, 'job', 'cancelled', 'error', 'intent')
    if entry[1] then
      found[#found + 1] = {job_id, entry[1], entry[2], entry[3], entry[4]}
    else
      redis.call('ZREM', KEYS[2], job_id)
    end
    first = '(' .. job_id
  end
end
return found
