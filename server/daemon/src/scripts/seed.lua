-- Stores the content of a document. Keys: state. Arguments: content, 1 to replace an existing one.
-- The new epoch makes a daemon that has the old content read it again.
if redis.call('HEXISTS', KEYS[1], 'content') == 1 and ARGV[2] ~= '1' then
    return 'exists'
end
redis.call('HSET', KEYS[1], 'content', ARGV[1])
redis.call('HINCRBY', KEYS[1], 'epoch', 1)
return 'ok'
