-- Refuses, as a conflict between transactions (SQLSTATE 40001), to append events as if nothing reacted to them when something does.
-- Called by the plain insert of events (events.AppendStore), once for each statement and in its snapshot: the transaction has looked
-- for reactions before, and something that reacts may have been committed since. The transaction is then repeated.
CREATE FUNCTION without_reaction(could_react boolean) RETURNS boolean
    LANGUAGE plpgsql STABLE PARALLEL SAFE
    AS $$
BEGIN
    IF could_react THEN
        RAISE serialization_failure USING MESSAGE = 'something has begun to react to an event of this transaction';
    END IF;
    RETURN true;
END
$$;
