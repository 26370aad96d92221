package io.godwit.web;

import io.godwit.core.Failure;
import io.godwit.core.Failure.Kind;
import io.vertx.core.Future;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The version that an edit begins from, as the header {@code If-Match} names it (RFC 9110 §13.1.1). An edit of another version
 * is refused, so that two editors do not overwrite each other; an edit without the header is always accepted.
 *
 * @param tag the value without quotes; empty: any version
 */
public record ExpectedVersion(Optional<String> tag) {

    /** The header, which a route that reads it declares. */
    public static final String HEADER = "If-Match";

    /** Accepts every version. */
    public static final ExpectedVersion ANY = new ExpectedVersion(Optional.empty());

    /** Reads the header, with or without quotes; {@code *} means any version. */
    public static ExpectedVersion of(ApiRequest call) {
        return new ExpectedVersion(call.header(HEADER)
                .map(value -> value.strip().replaceAll("^(?:W/)?\"|\"$", ""))
                .filter(value -> !value.equals("*")));
    }

    public boolean admits(int version) {
        return tag.isEmpty() || tag.get().equals(Integer.toString(version));
    }

    /** Throws {@code CONFLICT} for another version than the expected one. */
    public void require(int version) {
        if (!admits(version)) {
            throw new StaleEdit(version);
        }
    }

    /**
     * Completes a refusal by {@link #require} with both states: the stored one as {@code current} and the refused one as {@code
     * sent}.
     *
     * @param current loads the stored state as the API shows it
     */
    public <T> Future<T> explain(Future<T> edit, JsonBody sent, Supplier<Future<Object>> current) {
        return edit.recover(error -> error instanceof StaleEdit stale
                ? current.get()
                        .compose(state -> Future.failedFuture(stale.failure()
                                .with("version", stale.version)
                                .with("current", state)
                                .with("sent", sent.members())))
                : Future.failedFuture(error));
    }

    /** The refusal of an edit, until it is explained to the caller. */
    private static final class StaleEdit extends RuntimeException {

        private static final long serialVersionUID = 1L;

        private final int version;

        private StaleEdit(int version) {
            super("Somebody else has saved version " + version, null, false, false);
            this.version = version;
        }

        private Failure failure() {
            return Failure.of(Kind.CONFLICT, "Somebody else has saved meanwhile; compare both states and save again");
        }
    }
}
