#!lua flags=no-writes
-- Intents by job id, each with what its entry knows; their entries come after the prefix.
-- KEYS: books, intents
-- ARGV: 1 prefix, 2 first and 3 last member, as ZRANGEBYLEX has them, 4 how many
-- Guarantee: a full page unless there are no more.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The books of the ledger are not there.')
end
local found, first, wanted = {}, ARGV[2], tonumber(ARGV[4])
while #found < wanted do
  local ids = redis.call('ZRANGEBYLEX', KEYS[2], first, ARGV[3], 'LIMIT', 0, wanted - #found)
  if #ids == 0 then break end
  for _, job_id in ipairs(ids) do
    local entry = redis.call('HMGET', ARGV[1] .. 'entry:' .. job_id, 'job', 'cancelled', 'error', 'intent')
    -- Without its entry, which has had its seven days, it is nobody's.
    if entry[1] then
      found[#found + 1] = {job_id, entry[1], entry[2], entry[3], entry[4]}
    end
    first = '(' .. job_id
  end
end
return found
