package io.godwit.domains;

import io.godwit.accounts.PlatformMail;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;

/** For projects without members, whom nobody writes to. */
final class NoMail implements PlatformMail {

    @Override
    public Future<Void> write(SqlClient tx, Letter letter) {
        return Future.failedFuture("There is nobody to write to");
    }

    @Override
    public boolean reaches(boolean verified) {
        return true;
    }

    @Override
    public void announce() {}
}
