package io.godwit.smtp.client;

import static java.lang.invoke.MethodType.methodType;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.godwit.core.StartupException;
import io.vertx.core.Future;
import io.vertx.ext.mail.impl.SMTPConnection;
import org.junit.jupiter.api.Test;

/** Tests that a version of the mail client with other internal classes is named when the connections are made. */
class SmtpClientPoolTest {

    @Test
    void thisVersionHasAllThatTheConnectionsUse() {
        assertThatCode(SmtpClientPool::requireInternals).doesNotThrowAnyException();
    }

    @Test
    void aMissingMethodIsNamedWithTheRemedy() {
        assertThatThrownBy(() -> SmtpClientPool.require(
                        SMTPConnection.class, "returnToPool", methodType(Future.class, int.class)))
                .isInstanceOf(StartupException.class)
                .hasMessage("The mail client's class io.vertx.ext.mail.impl.SMTPConnection has no method"
                        + " returnToPool(int)Future, so its connections cannot be used. The version of vertx-mail-client"
                        + " does not fit; GODWIT_MAIL_CLIENT=native needs none");
    }
}
