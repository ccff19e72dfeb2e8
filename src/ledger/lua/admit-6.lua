#!lua
-- Holds the credits of a job and keeps its intent and its idempotency key, or tells what was decided before.
-- KEYS: books, entry, account, history, intents (of a job that was applied: holds), idempotency (without one: books)
-- ARGV: 1 job id, 2 credits, 3 the job (account namespace name credits), 4 uid or '', 5 intent, 6 idempotency id or '',
--       7 hash of the request, 8 epoch that was seen or '', 9 sequence that was seen
-- Guarantee: all of it or nothing; never more is held than is available.
local books = redis.call('HMGET', KEYS[1], 'epoch', 'sequence')
if not books[1] then return redis.error_reply('LOST The books of the ledger are not there.') end
if ARGV[8] ~= '' and (books[1] ~= ARGV[8] or tonumber(books[2]) < tonumber(ARGV[9])) then
  return redis.error_reply('LOST The books of the ledger are older than what was seen of them.')
end

local state = redis.call('HGET', KEYS[2], 'state')
if state then return {state == 'aborted' and 'given-up' or 'accepted'} end
if ARGV[6] ~= '' then
  local known = redis.call('GET', KEYS[6])
  if known then
    local promised, job_id, hash = string.match(known, '^(=?)(%S+) (.*)$')
    if hash ~= ARGV[7] then return {'reused'} end
    if promised == '' then redis.call('SET', KEYS[6], '=' .. known, 'KEEPTTL') end
    return {'replayed', job_id}
  end
end

local account = redis.call('HMGET', KEYS[3], 'granted', 'reserved', 'spent')
local reserved = tonumber(account[2] or 0)
local available = tonumber(account[1] or 0) - reserved - tonumber(account[3] or 0)
if available < tonumber(ARGV[2]) then return {'insufficient', string.format('%.0f', available)} end

redis.call('HSET', KEYS[3], 'reserved', reserved + ARGV[2], 'held:' .. ARGV[1], ARGV[2])
local told = redis.call('XADD', KEYS[4], '*', 'reserve', ARGV[2], 'job', ARGV[1])
local job = ARGV[3] .. ' ' .. string.match(told, '^%d+') .. ' ' .. ARGV[6]
if ARGV[4] ~= '' then
  redis.call('HSET', KEYS[2], 'state', 'reserved', 'job', job, 'uid', ARGV[4])
else
  redis.call('HSET', KEYS[2], 'state', 'reserved', 'job', job, 'intent', ARGV[5])
  if ARGV[6] ~= '' then redis.call('SET', KEYS[6], ARGV[1] .. ' ' .. ARGV[7], 'EX', 86400) end
end
redis.call('ZADD', KEYS[5], 0, ARGV[1])
local sequence = redis.call('HINCRBY', KEYS[1], 'sequence', 1)
if sequence % 1000 == 0 then redis.call('XTRIM', KEYS[4], 'MAXLEN', '~', 100000) end
return {'accepted'}
