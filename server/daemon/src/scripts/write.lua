-- Writes a batch. Keys: state, stream, claim, results, next.
-- Arguments: token, epoch, lease in ms, group, the last id before the batch, the first id of the batch, its last id, its
-- last status, the number of results to keep, 1 to trim the stream, the length of the old content or '' if the content
-- does not change, the number of results, the fields of each result as a count and that many strings, and then all ids of
-- the batch.
-- If the content changes, `next` is the new state. The transaction of this script has written it: a long string is slow
-- in Lua.
-- Returns 'ok', or why nothing was written.
local state, stream, claim, results, next = KEYS[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5]
local token, epoch, lease, group = ARGV[1], ARGV[2], ARGV[3], ARGV[4]
local before, first, last, status, length = ARGV[5], ARGV[6], ARGV[7], ARGV[8], ARGV[11]
local holder = redis.call('GET', claim)
if redis.call('HGET', state, 'epoch') ~= epoch or (holder and holder ~= token) then
    return 'fenced'
end
if (redis.call('HGET', state, 'last_id') or '0-0') ~= before then
    return 'moved'
end
if length ~= '' then
    if redis.call('HSTRLEN', state, 'content') ~= tonumber(length) or redis.call('HLEN', next) == 0 then
        return 'moved'
    end
end
if #redis.call('XRANGE', stream, '(' .. before, '(' .. first, 'COUNT', 1) > 0 then
    return 'gap'
end
-- First what can fail, because memory is short or because the key of the results has another type: an error must leave
-- nothing half done.
local at = 13
for _ = 1, tonumber(ARGV[12]) do
    local count = tonumber(ARGV[at])
    redis.call('XADD', results, 'MAXLEN', '~', ARGV[9], '*', unpack(ARGV, at + 1, at + count))
    at = at + count + 1
end
if length ~= '' then
    -- What others have added to the state stays.
    local known = { content = true, last_status = true, last_id = true, epoch = true }
    for _, field in ipairs(redis.call('HKEYS', state)) do
        if not known[field] then
            redis.call('HSET', next, field, redis.call('HGET', state, field))
        end
    end
    local ttl = redis.call('PTTL', state)
    if ttl > 0 then
        redis.call('PEXPIRE', next, ttl)
    end
    redis.call('RENAME', next, state)
else
    redis.call('HSET', state, 'last_status', status, 'last_id', last)
end
while at <= #ARGV do
    local to = math.min(at + 999, #ARGV)
    redis.call('XACK', stream, group, unpack(ARGV, at, to))
    at = to + 1
end
redis.call('SET', claim, token, 'PX', lease)
if ARGV[10] == '1' and #redis.call('XINFO', 'GROUPS', stream) == 1 then
    redis.call('XTRIM', stream, 'MINID', '~', last)
end
return 'ok'
