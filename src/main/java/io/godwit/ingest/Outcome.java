package io.godwit.ingest;

import io.godwit.core.Failure;
import io.godwit.web.Answer;
import java.util.function.Consumer;

/** What a batch decided about one of its calls; told to the caller only after the commit. */
sealed interface Outcome {

    /** Answers the call, or hands it to {@code detour} when it has to wait elsewhere. */
    void tell(Consumer<Pending> detour);

    /** Its rows are among the writes, or are there from an earlier time. */
    record Accepted(Pending call, Answer answer) implements Outcome {

        @Override
        public void tell(Consumer<Pending> detour) {
            call.complete(answer);
        }
    }

    /** Wrote nothing, and may be corrected and sent again. */
    record Refused(Pending call, Failure failure) implements Outcome {

        @Override
        public void tell(Consumer<Pending> detour) {
            call.fail(failure);
        }
    }

    /** Somebody else holds one of its contacts; it wrote nothing and is tried again where waiting hurts nobody. */
    record Blocked(Pending call) implements Outcome {

        @Override
        public void tell(Consumer<Pending> detour) {
            detour.accept(call);
        }
    }
}
