#!lua flags=no-writes
-- Entries that may be open holds, by job id: first those that have an intent, then those that were given to an object.
-- KEYS: books, intents, holds
-- ARGV: 1 prefix, 2 first member of the intents and 3 of the holds, as ZRANGEBYLEX has them, 4 how many of each
-- Guarantee: every open hold is in one of the two.
if redis.call('HEXISTS', KEYS[1], 'epoch') == 0 then
  return redis.error_reply('LOST The books of the ledger are not there.')
end
local function entries(key, first)
  local rows = redis.call('ZRANGEBYLEX', key, first, '+', 'LIMIT', 0, ARGV[4])
  for i, member in ipairs(rows) do
    local job_id = string.match(member, '^%S+')
    local fields = {'state', 'account', 'credits', 'created', 'namespace', 'name', 'uid'}
    rows[i] = {job_id, unpack(redis.call('HMGET', ARGV[1] .. 'entry:' .. job_id, unpack(fields)))}
  end
  return rows
end
return {entries(KEYS[2], ARGV[2]), entries(KEYS[3], ARGV[3])}
