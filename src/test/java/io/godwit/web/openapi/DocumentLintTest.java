package io.godwit.web.openapi;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The OpenAPI document of the build, held against the official schema and against rules of good documents. */
class DocumentLintTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern PARAMETER = Pattern.compile("\\{(\\w+)}");
    private static final String SCHEMA = "/openapi/schemas/v3.1/schema.yaml";
    private static final Set<String> GENERAL = Set.of("Error");

    /** Operations that answer documents of other standards. */
    private static final Set<String> FOREIGN = Set.of("getOpenApi", "getPostmanCollection");

    private static JsonNode document;

    @BeforeAll
    static void write(@TempDir Path folder) throws Exception {
        var file = folder.resolve("openapi.json");
        OpenApiFile.main(new String[] {file.toString()});
        document = JSON.readTree(Files.readString(file));
    }

    @Test
    void theDocumentObeysTheOfficialSchema() throws IOException {
        assertThat(official().validate(document)).isEmpty();
    }

    /** The schema sees what it is to see. */
    @Test
    void aDocumentWithAnUnknownMemberDoesNot() throws IOException {
        var broken = (ObjectNode) document.deepCopy();
        ((ObjectNode) broken.at("/paths/~1contacts/get")).put("operation", "listContacts");

        assertThat(official().validate(broken)).isNotEmpty();
    }

    private static JsonSchema official() throws IOException {
        try (var file = DocumentLintTest.class.getResourceAsStream(SCHEMA)) {
            Map<String, Object> schema = new Yaml(new SafeConstructor(new LoaderOptions())).load(file);
            return JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(JSON.<JsonNode>valueToTree(schema));
        }
    }

    @Test
    void eachParameterOfAPathIsDeclaredAndNoOther() {
        for (var path : document.get("paths").properties()) {
            var wanted = PARAMETER
                    .matcher(path.getKey())
                    .results()
                    .map(found -> found.group(1))
                    .collect(Collectors.toSet());
            for (var operation : path.getValue()) {
                var declared = new HashSet<String>();
                operation.path("parameters").forEach(parameter -> {
                    if (parameter.path("in").asText().equals("path")) {
                        declared.add(parameter.get("name").asText());
                        assertThat(parameter.get("required").asBoolean()).isTrue();
                    }
                });
                assertThat(declared).as(path.getKey()).isEqualTo(wanted);
            }
        }
    }

    @Test
    void everyParameterHasAType() {
        var silent = new ArrayList<String>();

        for (var operation : operations()) {
            operation.path("parameters").forEach(parameter -> {
                var schema = parameter.has("schema")
                        ? parameter.get("schema")
                        : parameter.at("/content/application~1json/schema");
                if (!schema.has("type") && !parameter.has("$ref")) {
                    silent.add(operation.get("operationId").asText() + " " + parameter.get("name"));
                }
            });
        }

        assertThat(silent).isEmpty();
    }

    @Test
    void noTwoOperationsHaveOneId() {
        assertThat(operations().stream().map(each -> each.get("operationId").asText()))
                .doesNotHaveDuplicates();
    }

    @Test
    void everyTagIsDescribedAndUsed() {
        var used = new TreeSet<String>();
        operations().forEach(operation -> operation.get("tags").forEach(tag -> used.add(tag.asText())));
        var described = new TreeSet<String>();
        document.get("tags").forEach(tag -> {
            described.add(tag.get("name").asText());
            assertThat(tag.get("description").asText()).isNotBlank();
        });

        assertThat(described).isEqualTo(used);
    }

    @Test
    void everySchemaIsUsed() {
        var text = document.toString();

        assertThat(document.at("/components/schemas").properties().stream()
                        .map(Map.Entry::getKey)
                        .filter(name -> !GENERAL.contains(name))
                        .filter(name -> !text.contains("\"#/components/schemas/" + name + "\"")))
                .isEmpty();
    }

    @Test
    void everyJsonAnswerHasASchemaWithMembersAndAnExample() {
        var silent = new ArrayList<String>();

        for (var operation : operations()) {
            operation.get("responses").properties().forEach(response -> {
                var media = response.getValue().at("/content/application~1json");
                var name = operation.get("operationId").asText() + " " + response.getKey();
                if (!media.isMissingNode() && !media.has("example")) {
                    silent.add(name + " has no example");
                }
                if (media.path("schema").path("additionalProperties").asBoolean()
                        && !FOREIGN.contains(operation.get("operationId").asText())) {
                    silent.add(name + " may have any member");
                }
            });
        }

        assertThat(silent).isEmpty();
    }

    private static List<JsonNode> operations() {
        var operations = new ArrayList<JsonNode>();
        document.get("paths").forEach(path -> path.forEach(operations::add));
        return operations;
    }
}
