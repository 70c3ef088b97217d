package dev.crawlsieve.lab.peers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.analysis.Analyzer;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.Tokenizer;
import org.apache.lucene.analysis.core.WhitespaceTokenizer;
import org.apache.lucene.analysis.minhash.MinHashFilter;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.tokenattributes.TermToBytesRefAttribute;
import org.apache.lucene.document.Document;
import org.apache.lucene.document.Field;
import org.apache.lucene.document.FieldType;
import org.apache.lucene.index.DirectoryReader;
import org.apache.lucene.index.IndexOptions;
import org.apache.lucene.index.IndexWriter;
import org.apache.lucene.index.IndexWriterConfig;
import org.apache.lucene.index.Term;
import org.apache.lucene.search.BooleanClause;
import org.apache.lucene.search.BooleanQuery;
import org.apache.lucene.search.ConstantScoreQuery;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.search.Query;
import org.apache.lucene.search.ScoreDoc;
import org.apache.lucene.search.TermQuery;
import org.apache.lucene.store.ByteBuffersDirectory;
import org.apache.lucene.store.Directory;
import org.apache.lucene.util.BytesRef;

/**
 * Lucene's MinHash filter over its shingle filter: index all texts, then ask for each which others
 * share enough min-hashes, as Solr's min_hash query parser asks.
 *
 * <p>Built as a batch, in memory and in one segment, which is Lucene at its best; a stream would
 * have to open the index again for every page.
 */
final class LucenePeer implements Peer {

  private static final String FIELD = "text";
  private static final int MOST_PAIRS_OF_A_TEXT = 10_000;

  private final int hashes;
  private final double similarity;

  LucenePeer(int hashes, double similarity) {
    this.hashes = hashes;
    this.similarity = similarity;
  }

  @Override
  public String name() {
    return "Lucene MinHashFilter, " + hashes + " buckets";
  }

  private final class MinHashAnalyzer extends Analyzer {
    @Override
    protected TokenStreamComponents createComponents(String field) {
      Tokenizer words = new WhitespaceTokenizer(65_536);
      ShingleFilter shingles = new ShingleFilter(words, Shingles.WIDTH, Shingles.WIDTH);
      shingles.setOutputUnigrams(false);
      return new TokenStreamComponents(words, new MinHashFilter(shingles, 1, hashes, 1, true));
    }
  }

  @Override
  public Answer find(List<String> texts) {
    Pairs pairs = new Pairs(texts.size());
    try (Analyzer analyzer = new MinHashAnalyzer();
        Directory directory = new ByteBuffersDirectory()) {
      index(texts, analyzer, directory);
      try (DirectoryReader reader = DirectoryReader.open(directory)) {
        IndexSearcher searcher = new IndexSearcher(reader);
        searcher.setQueryCache(null);
        for (int text = 0; text < texts.size(); text++) {
          Query query = query(minHashes(analyzer, texts.get(text)));
          for (ScoreDoc found : searcher.search(query, MOST_PAIRS_OF_A_TEXT).scoreDocs) {
            if (found.doc != text) {
              pairs.add(found.doc, text);
            }
          }
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Answer.of(pairs, texts.size());
  }

  private static void index(List<String> texts, Analyzer analyzer, Directory directory)
      throws IOException {
    FieldType type = new FieldType();
    type.setTokenized(true);
    type.setOmitNorms(true);
    type.setIndexOptions(IndexOptions.DOCS);
    type.freeze();
    IndexWriterConfig config = new IndexWriterConfig(analyzer).setRAMBufferSizeMB(512);
    try (IndexWriter writer = new IndexWriter(directory, config)) {
      for (String text : texts) {
        Document document = new Document();
        document.add(new Field(FIELD, text, type));
        writer.addDocument(document);
      }
      writer.forceMerge(1);
    }
  }

  private static List<BytesRef> minHashes(Analyzer analyzer, String text) throws IOException {
    List<BytesRef> hashes = new ArrayList<>();
    try (TokenStream stream = analyzer.tokenStream(FIELD, text)) {
      TermToBytesRefAttribute term = stream.getAttribute(TermToBytesRefAttribute.class);
      stream.reset();
      while (stream.incrementToken()) {
        hashes.add(BytesRef.deepCopyOf(term.getBytesRef()));
      }
      stream.end();
    }
    return hashes;
  }

  private Query query(List<BytesRef> minHashes) {
    BooleanQuery.Builder query = new BooleanQuery.Builder();
    for (BytesRef hash : minHashes) {
      Query term = new ConstantScoreQuery(new TermQuery(new Term(FIELD, hash)));
      query.add(term, BooleanClause.Occur.SHOULD);
    }
    query.setMinimumNumberShouldMatch((int) Math.ceil(similarity * minHashes.size()));
    return query.build();
  }
}
