#!lua flags=allow-oom
-- Counts the charge of a closed hold as retired, and forgets the entry after seven days.
-- KEYS: books, entry; the account of the entry comes after the prefix
-- ARGV: 1 job id, 2 uid, 3 prefix
-- Guarantee: asked again it tells the same position.
local epoch = redis.call('HGET', KEYS[1], 'epoch')
if not epoch then
  return redis.error_reply('LOST The books of the ledger are not there.')
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
end
redis.call('HSET', KEYS[2], 'retired', sequence)
redis.call('EXPIRE', KEYS[2], 604800)
return {epoch, sequence}
