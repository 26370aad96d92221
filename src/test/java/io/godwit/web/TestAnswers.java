package io.godwit.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.module.SimpleModule;
import com.fasterxml.jackson.databind.ser.std.ToStringSerializer;
import io.godwit.core.ProjectId;
import io.godwit.core.TemplateId;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.time.Instant;
import java.util.Optional;

/** Reads an answer as a client would. */
public final class TestAnswers {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .addModule(new SimpleModule()
                    .addSerializer(Instant.class, ToStringSerializer.instance)
                    .addSerializer(ProjectId.class, ToStringSerializer.instance)
                    .addSerializer(TemplateId.class, ToStringSerializer.instance)
                    .addSerializer(Optional.class, new OptionalSerializer()))
            .build();

    private TestAnswers() {}

    public static JsonObject json(Answer answer) {
        try {
            return new JsonObject(MAPPER.writeValueAsString(answer.body()));
        } catch (JsonProcessingException broken) {
            throw new IllegalStateException(broken);
        }
    }

    @SuppressWarnings("rawtypes")
    private static final class OptionalSerializer extends JsonSerializer<Optional> {

        @Override
        public void serialize(Optional value, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writePOJO(value.isPresent() ? value.get() : null);
        }
    }
}
