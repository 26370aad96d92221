package io.godwit.sending.content;

import io.vertx.core.json.JsonObject;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Writes and reads the column {@code smtp} of {@code contents}. */
public final class SmtpSubmissionStore {

    private SmtpSubmissionStore() {}

    /** Returns the value of the column {@code smtp}. */
    static JsonObject write(SmtpSubmission submission) {
        var json = new JsonObject().put("mailFrom", submission.mailFrom()).put("files", submission.files());
        submission.messageId().ifPresent(id -> json.put("messageId", id));
        return submission.metadata().isEmpty() ? json : json.put("metadata", new JsonObject(submission.metadata()));
    }

    /** Reads {@code smtp} beside the texts; empty for a content that no SMTP client submitted. */
    public static Optional<SmtpSubmission> read(@Nullable JsonObject smtp, ContentTexts texts) {
        return smtp == null
                ? Optional.empty()
                : Optional.of(new SmtpSubmission(
                        texts.raw(),
                        Optional.ofNullable(smtp.getString("messageId")),
                        smtp.getString("mailFrom", ""),
                        smtp.getJsonObject("metadata", new JsonObject()).getMap(),
                        smtp.getBoolean("files", false)));
    }
}
