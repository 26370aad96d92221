package io.godwit.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

/** Finds the socket of a connection in the internal classes of the driver, and says so when it does not. */
@CloseFields
class ConnectionOpenerTest {

    private static final Vertx VERTX = Vertx.vertx();
    private static final TestDatabase DATABASE = TestDatabase.fresh(VERTX);

    @Test
    void aConnectionOfItsOwnHasASocketToCut() {
        var connection = DATABASE.database().dedicated().await();

        assertThat(ConnectionOpener.socket(connection)).isPresent();
    }

    @Test
    void aConnectionOfAPoolHasASocketToCut() {
        var found = DATABASE.database()
                .requests()
                .withConnection(connection -> Future.succeededFuture(ConnectionOpener.socket(connection)));

        assertThat(found.await()).isPresent();
    }

    @Test
    void aConnectionWithoutASocketIsRefusedWithTheReason() {
        var strange = (SqlConnection) Proxy.newProxyInstance(
                SqlConnection.class.getClassLoader(),
                new Class<?>[] {SqlConnection.class},
                (proxy, method, ignored) -> Future.succeededFuture());

        var refused = ConnectionOpener.requireSocket(strange);

        assertThatThrownBy(refused::await)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("gives no socket");
    }
}
