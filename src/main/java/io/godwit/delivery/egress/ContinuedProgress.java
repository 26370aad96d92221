package io.godwit.delivery.egress;

import io.godwit.smtp.SmtpEvidence;
import io.godwit.smtp.SmtpProgress;
import io.godwit.smtp.SmtpReply;
import io.godwit.smtp.SmtpStage;
import org.jspecify.annotations.Nullable;

/** The progress of an email that may go on over another connection: its evidence has the dialogues on all of them. */
final class ContinuedProgress implements SmtpProgress {

    private final SmtpProgress progress;
    private @Nullable SmtpEvidence dialogue;

    ContinuedProgress(SmtpProgress progress) {
        this.progress = progress;
    }

    @Override
    public void reached(SmtpStage stage) {
        progress.reached(stage);
    }

    @Override
    public void accepted(SmtpReply reply) {
        progress.accepted(reply);
    }

    @Override
    public void ended(SmtpEvidence evidence) {
        var earlier = dialogue;
        var all = earlier == null ? evidence : evidence.after(earlier);
        dialogue = all;
        progress.ended(all);
    }
}
