package io.godwit.bus;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Issue;
import io.godwit.core.Failure.Kind;
import io.godwit.kit.lifecycle.CloseFields;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

@CloseFields
class BusTest {

    private static final Topic<Word> NEWS = new Topic<>("test.news", Word.class);
    private static final RequestAddress<Word, Word> ASK =
            new RequestAddress<>("test.ask", Word.class, Word.class, true);

    private record Word(String text, Object anything) {}

    private Vertx vertx;
    private Bus bus;

    @BeforeEach
    void start() {
        vertx = Vertx.vertx();
        bus = Bus.on(vertx);
    }

    @Test
    void insideANodeAMessageTravelsByReference() throws InterruptedException {
        var heard = new LinkedBlockingQueue<Word>();
        bus.listen(NEWS, heard::add).ready().await();
        var sent = new Word("hello", new Object());

        bus.publish(NEWS, sent);

        assertThat(heard.poll(30, TimeUnit.SECONDS)).isSameAs(sent);
    }

    @Test
    void everyListenerHearsANotice() throws InterruptedException {
        var heard = new LinkedBlockingQueue<Word>();
        bus.listen(NEWS, heard::add).ready().await();
        bus.listen(NEWS, heard::add).ready().await();

        bus.publish(NEWS, new Word("hello", 1));

        assertThat(heard.poll(30, TimeUnit.SECONDS)).isNotNull();
        assertThat(heard.poll(30, TimeUnit.SECONDS)).isNotNull();
    }

    @Test
    void aCancelledListenerHearsNoMore() throws InterruptedException {
        var cancelled = new LinkedBlockingQueue<Word>();
        var heard = new LinkedBlockingQueue<Word>();
        bus.listen(NEWS, cancelled::add).cancel().await();
        bus.listen(NEWS, heard::add).ready().await();

        bus.publish(NEWS, new Word("hello", 1));

        assertThat(heard.poll(30, TimeUnit.SECONDS)).isNotNull();
        assertThat(cancelled).isEmpty();
    }

    @Test
    void aCommandIsAnsweredByReference() {
        bus.serve(ASK, Future::succeededFuture).await();
        var question = new Word("echo", new Object());

        var answer = bus.request(ASK, question).await();

        assertThat(answer).isSameAs(question);
    }

    @Test
    void oneOfSeveralAnswerersIsChosenByItsIndex() {
        bus.serve(ASK.at(0), ignored -> Future.succeededFuture(new Word("zero", 0)))
                .await();
        bus.serve(ASK.at(1), ignored -> Future.succeededFuture(new Word("one", 1)))
                .await();

        var answer = bus.request(ASK.at(1), new Word("who", 0)).await();

        assertThat(answer.text()).isEqualTo("one");
    }

    @Test
    void aFailureKeepsItsKindAndItsMistakes() {
        var failure = Failure.invalid(List.of(Issue.of("to", "custom", "No such place")));

        var error = errorOf(ignored -> Future.failedFuture(failure));

        assertThat(error).isSameAs(failure);
    }

    @Test
    void anErrorThrownInsteadOfReturnedArrivesToo() {
        var error = errorOf(ignored -> {
            throw new ArithmeticException("by zero");
        });

        assertThat(error).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void aCommandNobodyAnswersFailsAsUnavailable() {
        var error = catchThrowable(() -> bus.request(ASK, new Word("hello", 1)).await());

        assertThat(error).isInstanceOfSatisfying(Failure.class, failure -> assertThat(failure.kind())
                .isEqualTo(Kind.SERVICE_UNAVAILABLE));
    }

    @Test
    void aNodeAloneIsItsOnlyMember() {
        var members = bus.members();

        assertThat(members.all()).containsExactly(members.self());
        assertThat(members.count()).isEqualTo(1);
    }

    private Throwable errorOf(Function<Word, Future<Word>> handler) {
        bus.serve(ASK, handler).await();
        return catchThrowable(() -> bus.request(ASK, new Word("why", 1)).await());
    }
}
