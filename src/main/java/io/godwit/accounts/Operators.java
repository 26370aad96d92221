package io.godwit.accounts;

import io.godwit.core.EmailAddress;
import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.godwit.core.id.UserId;
import io.godwit.db.Database;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/**
 * The users who may see the state of the whole installation: those the settings name, once they have confirmed their addresses,
 * or where they name none its first user.
 */
public final class Operators {

    private final Database database;
    private final List<EmailAddress> named;
    private final UserStore users = new UserStore();

    public Operators(Database database, List<EmailAddress> named) {
        this.database = database;
        this.named = List.copyOf(named);
    }

    public Future<Boolean> isOperator(UserId user) {
        return named.isEmpty()
                ? users.isFirst(database.requests(), user)
                : users.find(database.requests(), user).map(found -> found.filter(User::verified)
                        .filter(known -> named.contains(known.email()))
                        .isPresent());
    }

    /** Requires an operator; fails with {@code FORBIDDEN} for any other user. */
    public Future<Void> require(UserId user) {
        return isOperator(user).compose(is -> is ? Future.succeededFuture() : Future.failedFuture(refusal()));
    }

    /**
     * Requires that the user's account may go without making somebody else an operator; fails with {@code BAD_REQUEST} for the
     * first user where the settings name none: the next one would be it, whoever that is.
     */
    Future<Void> requireReplaceable(SqlClient tx, UserId user) {
        return named.isEmpty()
                ? users.isFirstOfMany(tx, user)
                        .compose(is -> is ? Future.failedFuture(last()) : Future.succeededFuture())
                : Future.succeededFuture();
    }

    private static Failure last() {
        return Failure.of(
                Kind.BAD_REQUEST,
                "You are the operator of this installation: name another one in system.operators first");
    }

    private static Failure refusal() {
        return Failure.of(Kind.FORBIDDEN, "Only an operator of this installation may do this");
    }
}
