#!lua
-- Adds a part of an account's data during a rebuild of the ledger; keys of entries are built from the prefix.
-- KEYS (as in redis-ledger-keys.ts): books, account, history, holds
-- ARGV: 1 prefix, 2 id of the rebuild,
--       3 JSON {retired, grants: [[id, amount]], jobs: [[job id, credits, state, uid, job]]}
-- Guarantee: of two concurrent rebuilds, the earlier one adds no data to the later one.
if redis.call('HGET', KEYS[1], 'rebuild') ~= ARGV[2] then
  return redis.error_reply('LOST Another rebuild of the ledger has started.')
end
local part = cjson.decode(ARGV[3])
local function add_history(kind, amount, ...)
  return redis.call('XADD', KEYS[3], 'MAXLEN', '~', 100000, '*', kind, amount, ...)
end
for _, grant in ipairs(part.grants) do
  redis.call('HINCRBY', KEYS[2], 'granted', grant[2])
  redis.call('HSET', KEYS[2], 'grant:' .. grant[1], grant[2])
  add_history('grant', grant[2], 'id', grant[1])
end
redis.call('HINCRBY', KEYS[2], 'retired', part.retired)
redis.call('HINCRBY', KEYS[2], 'spent', part.retired)
for _, job in ipairs(part.jobs) do
  local job_id, credits, state = job[1], job[2], job[3]
  local history_id = add_history('reserve', credits, 'job', job_id)
  redis.call('HSET', ARGV[1] .. 'entry:' .. job_id, 'state', state, 'uid', job[4],
    'job', job[5] .. ' ' .. string.match(history_id, '^%d+') .. ' ')
  if state == 'reserved' then
    redis.call('HINCRBY', KEYS[2], 'reserved', credits)
    redis.call('HSET', KEYS[2], 'held:' .. job_id, credits)
    redis.call('ZADD', KEYS[4], 0, job_id)
  elseif state == 'settled' then
    redis.call('HINCRBY', KEYS[2], 'spent', credits)
    redis.call('HSET', KEYS[2], 'charged:' .. job_id, credits)
    add_history('settle', credits, 'job', job_id)
  else
    add_history('release', credits, 'job', job_id)
  end
end
redis.call('HINCRBY', KEYS[1], 'sequence', 1)
