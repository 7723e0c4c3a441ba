INSERT INTO page_contents (article_id, published, modified, type, title, author,
  canonical_url, image, excerpt, text, parts) VALUES
  (1, 1699997000000, 1699998600000, 'article', 'Fog in the harbour', 'Anna',
   'https://harbour.example/fog', 'https://harbour.example/fog.jpg',
   'Ships wait outside the harbour.',
   X'28b52ffd201ff9000053686970732077616974206f7574736964652074686520686172626f75722e',
   X'28b52ffd20589502000245121790193aa815010100b2684aef10af8457f6e596a8806a06cf7d4b60105dc59659aceaa1b17f1620613cd447d57a562c24ba0086c15d1f379ccb9f8b527bd7f9c928b2b1c48801120c010000225414');
