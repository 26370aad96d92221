package io.godwit.domains;

import io.godwit.accounts.SystemMailer;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** For projects without members, whom nobody writes to. */
final class NoSystemEmail implements SystemMailer {

    @Override
    public Future<Void> write(SqlClient tx, SystemEmail email) {
        return Future.failedFuture("There is nobody to write to");
    }

    @Override
    public Future<Void> writeNotice(SqlClient tx, SystemEmail email) {
        return write(tx, email);
    }

    @Override
    public boolean reaches(boolean verified) {
        return true;
    }

    @Override
    public void wakeSenders() {}
}
