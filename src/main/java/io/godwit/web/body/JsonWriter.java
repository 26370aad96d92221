package io.godwit.web.body;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.godwit.core.EmailAddress;
import io.godwit.core.id.CampaignId;
import io.godwit.core.id.ContactId;
import io.godwit.core.id.ContentId;
import io.godwit.core.id.DomainId;
import io.godwit.core.id.EmailId;
import io.godwit.core.id.EventId;
import io.godwit.core.id.JobId;
import io.godwit.core.id.ProjectId;
import io.godwit.core.id.SegmentId;
import io.godwit.core.id.StepId;
import io.godwit.core.id.TemplateId;
import io.godwit.core.id.TransitionId;
import io.godwit.core.id.UserId;
import io.godwit.core.id.WorkflowId;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Writes answers: records by their components, ids and addresses as texts, an absent Optional as null, times as ISO 8601 UTC
 * with milliseconds.
 */
public final class JsonWriter {

    private static final DateTimeFormatter MILLISECONDS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

    /** The last instant written, with its text: all rows of one transaction have one time, and each answer contains it twice. */
    private record FormattedInstant(Instant instant, String text) {}

    private static final AtomicReference<FormattedInstant> LAST =
            new AtomicReference<>(new FormattedInstant(Instant.EPOCH, MILLISECONDS.format(Instant.EPOCH)));

    private static final List<Class<?>> TEXTS = List.of(
            CampaignId.class,
            ContactId.class,
            ContentId.class,
            DomainId.class,
            EmailId.class,
            EventId.class,
            JobId.class,
            LocalDate.class,
            ProjectId.class,
            SegmentId.class,
            StepId.class,
            TemplateId.class,
            TransitionId.class,
            UserId.class,
            WorkflowId.class,
            EmailAddress.class);

    private static final JsonMapper MAPPER =
            JsonMapper.builder().addModule(words()).build();

    private JsonWriter() {}

    public static byte[] bytes(Object value) {
        try {
            return MAPPER.writeValueAsBytes(value);
        } catch (JsonProcessingException unwritable) {
            throw new IllegalArgumentException("The answer cannot be written as JSON", unwritable);
        }
    }

    public static String time(Instant instant) {
        var last = Objects.requireNonNull(LAST.get());
        if (last.instant().equals(instant)) {
            return last.text();
        }
        var written = new FormattedInstant(instant, MILLISECONDS.format(instant));
        LAST.set(written);
        return written.text();
    }

    private static SimpleModule words() {
        var module = new SimpleModule();
        TEXTS.forEach(type -> module.addSerializer(type, ToStringSerializer.instance));
        module.addSerializer(Instant.class, writing((instant, json) -> json.writeString(time(instant))));
        module.addSerializer(Optional.class, JsonWriter.<Object>writing(JsonWriter::writeOptional));
        module.addSerializer(JsonObject.class, writing((object, json) -> json.writePOJO(object.getMap())));
        module.addSerializer(JsonArray.class, writing((array, json) -> json.writePOJO(array.getList())));
        return module;
    }

    private static void writeOptional(Object optional, JsonGenerator json) throws IOException {
        json.writePOJO(((Optional<?>) optional).orElse(null));
    }

    private static <T> JsonSerializer<T> writing(Writing<T> writing) {
        return new JsonSerializer<>() {
            @Override
            public void serialize(T value, JsonGenerator json, SerializerProvider provider) throws IOException {
                writing.write(value, json);
            }
        };
    }

    /** Writes the values of one type. */
    private interface Writing<T> {
        void write(T value, JsonGenerator json) throws IOException;
    }
}
