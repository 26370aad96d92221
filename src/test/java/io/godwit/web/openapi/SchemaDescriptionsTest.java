package io.godwit.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The schemas of the document say what they and their members mean. */
class SchemaDescriptionsTest {

    /** Names of members whose values are mostly a closed set of words. */
    private static final Pattern WORD_OF_A_SET = Pattern.compile(
            "(.*[a-z](Status|Kind|Type|Outcome|State|Reason|ReasonCode))|status|kind|type|outcome|state|reason|reasonCode");

    /** The members among these whose values are no closed set of words, with the reason. */
    private static final Map<String, String> OPEN = new TreeMap<>(Map.ofEntries(
            Map.entry("AttachedFile.contentType", "a media type"),
            Map.entry("CampaignRecipient.reason", "a sentence, or the reply of a mail server"),
            Map.entry("CampaignStatsReason.reason", "a sentence, or the reply of a mail server"),
            Map.entry("DeadLetter.reason", "an error in words"),
            Map.entry("EmailFile.contentType", "a media type"),
            Map.entry("ExecutionDetail.exitReason", "the words of an EXIT step"),
            Map.entry("ExecutionResponse.exitReason", "the words of an EXIT step"),
            Map.entry("IssuedInvoice.status", "a word of Stripe"),
            Map.entry("JobResponse.failedReason", "an error in words"),
            Map.entry("ListedJob.kind", "each feature names the kinds of its jobs"),
            Map.entry("ListedJob.reason", "an error in words"),
            Map.entry("MessageViewFile.contentType", "a media type"),
            Map.entry("ProjectResponse.disabledReason", "an operator may give another word"),
            Map.entry("SearchHit.status", "depends on the kind of thing, and belongs to its feature"),
            Map.entry("SendingError.reason", "a sentence, or the reply of a mail server"),
            Map.entry("SimulationResponse.exitReason", "the words of an EXIT step"),
            Map.entry("Suspension.reason", "an operator may give another word"),
            Map.entry("UnsubscribeReason.reason", "a report may have another word"),
            Map.entry("UploadUploaded.contentType", "a media type")));

    /** Records whose members are only within those of others, and therefore no schemas. */
    private static final Set<String> WITHIN_OTHERS = Set.of("DrawnStep", "EmailSummary");

    private static JsonObject schemas;

    @BeforeAll
    static void write(@TempDir Path folder) throws IOException, ReflectiveOperationException {
        var file = folder.resolve("openapi.json");
        OpenApiFile.main(new String[] {file.toString()});
        schemas = new JsonObject(Files.readString(file))
                .getJsonObject("components")
                .getJsonObject("schemas");
    }

    @Test
    void everySchemaIsDescribed() {
        assertThat(schemas.fieldNames())
                .allSatisfy(name -> assertThat(schemas.getJsonObject(name).getString("description"))
                        .as(name)
                        .isNotBlank());
    }

    @Test
    void everyMemberOfASchemaIsDescribed() {
        var silent = new ArrayList<String>();

        forEachMember((name, member) -> {
            if (member.getString("description", "").isBlank()) {
                silent.add(name);
            }
        });

        assertThat(silent).isEmpty();
    }

    @Test
    void aMemberWithAWordOfASetListsTheWords() {
        var bare = new ArrayList<String>();

        forEachMember((name, member) -> {
            var own = name.substring(name.lastIndexOf('.') + 1);
            if (WORD_OF_A_SET.matcher(own).matches() && isText(member) && !member.containsKey("enum")) {
                bare.add(name);
            }
        });

        assertThat(bare).containsExactlyInAnyOrderElementsOf(OPEN.keySet());
    }

    /** A text that belongs to nothing stayed behind when a record was renamed. */
    @Test
    void everyTextBelongsToASchemaAndItsMember() {
        var lost = new ArrayList<String>();

        OpenApiTexts.load().schemas().nameToText().forEach((name, text) -> {
            if (schemas.containsKey(name)) {
                text.members().nameToSentence().keySet().stream()
                        .filter(member -> !members(schemas.getJsonObject(name)).containsKey(member))
                        .forEach(member -> lost.add(name + "." + member));
            } else if (!WITHIN_OTHERS.contains(name)
                    && schemas.fieldNames().stream().noneMatch(other -> other.endsWith(name))) {
                lost.add(name);
            }
        });

        assertThat(lost).isEmpty();
    }

    private static void forEachMember(BiConsumer<String, JsonObject> visitor) {
        schemas.fieldNames().forEach(name -> visit(name, schemas.getJsonObject(name), visitor));
    }

    /** Visits the members, also those of objects that have no name of their own. */
    private static void visit(String name, JsonObject schema, BiConsumer<String, JsonObject> visitor) {
        members(schema).forEach(member -> {
            var path = name + "." + member.getKey();
            visitor.accept(path, (JsonObject) member.getValue());
            visit(path, (JsonObject) member.getValue(), visitor);
        });
        if (schema.getValue("items") instanceof JsonObject items) {
            visit(name, items, visitor);
        }
    }

    private static JsonObject members(JsonObject schema) {
        return schema.getJsonObject("properties", new JsonObject());
    }

    private static boolean isText(JsonObject schema) {
        var type = schema.getValue("type");
        return "string".equals(type) || (type instanceof JsonArray several && several.contains("string"));
    }
}
