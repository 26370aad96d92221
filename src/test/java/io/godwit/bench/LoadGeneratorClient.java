package io.godwit.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** The load generator as the benchmarks see it. */
final class LoadGeneratorClient implements AutoCloseable {

    private final ObjectMapper json = new ObjectMapper();
    private final ChildJvm process;

    LoadGeneratorClient() throws IOException {
        this.process = ChildJvm.start(LoadGenerator.class);
    }

    LoadResult run(LoadPlan run) throws IOException {
        return json.readValue(process.ask(json.writeValueAsString(run)), LoadResult.class);
    }

    @Override
    public void close() {
        process.close();
    }
}
