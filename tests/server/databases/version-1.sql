BEGIN TRANSACTION;
CREATE TABLE accounts (
	id VARCHAR(24) NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	"key" VARCHAR(80), 
	password VARCHAR(200), 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE ("key")
);
INSERT INTO "accounts" VALUES('B4wAuExTrTmx','Otto','otto','$argon2id$v=19$m=65536,t=3,p=4$gC3YWU08ZzDHC++/fi2Rag$Inn0mAPTEVWue5PL9SJk7l5D4SCi1CxtX9hTxy7BfGs',1.79482725061844682699e+09);
CREATE TABLE alembic_version (
	version_num VARCHAR(32) NOT NULL, 
	CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num)
);
INSERT INTO "alembic_version" VALUES('0002');
CREATE TABLE claims (
	"match" VARCHAR(24) NOT NULL, 
	token VARCHAR(64) NOT NULL, 
	claim VARCHAR(24) NOT NULL, 
	role VARCHAR(80) NOT NULL, 
	account VARCHAR(24), 
	PRIMARY KEY ("match", token), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE, 
	UNIQUE (claim), 
	FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE SET NULL
);
INSERT INTO "claims" VALUES('lETudMiIrPRQ','9f09c30c4df4f4ad8c3074cc08d06638d4a80909b34e63929d26d3aa538f7c81','JanAR0mZTpJI','white',NULL);
INSERT INTO "claims" VALUES('lETudMiIrPRQ','ef63337bf464862a2df1b50ee9fdfe075e3130b3dcd1ba4929f2b82b9c7cc813','I592aKlz0dYq','black',NULL);
INSERT INTO "claims" VALUES('VJ4OZoa4TiOP','61f6ca5a03686c9fcbc3db366e6ba3504e272ca9fb5aadb3059c697c852a3415','OAZT5_x7TvdA','xplayer',NULL);
INSERT INTO "claims" VALUES('VJ4OZoa4TiOP','1fad6299ce598c6b6e9a1adbd532425a302272287820f06e3a14414c372a73f1','V4Ar6VObg1dB','oplayer',NULL);
INSERT INTO "claims" VALUES('AvwzTLlIUFQy','d77978b1408827c3a1e5f1bd9be3e8896d811fc7056620a1a32b99a911c9eebb','PYKRhqYwQsh4','anna',NULL);
INSERT INTO "claims" VALUES('AvwzTLlIUFQy','12669364be142fc434668d5cdcec706cfdb1fbd8afd9755dd037ba20527b580d','BUjx3w6CWvwA','ben',NULL);
INSERT INTO "claims" VALUES('AvwzTLlIUFQy','45766fe4c4c5c46ec14714c3ddc3bdce9b64681a168b1abcb871c1920b141815','DMRDM9ZeERRL','carla',NULL);
INSERT INTO "claims" VALUES('AvwzTLlIUFQy','2796be5446e6128b89a7578aae5213ebd22e3e5cb61df10844e5d9048b2df45c','1W51qKUk3DoE','dennis',NULL);
INSERT INTO "claims" VALUES('7qlwx1q_5fpo','a301547cfe74b667d719b2ef5d6525c1ee6cfff672893df69c5e7a3b51d0a3b5','7B8e6Km13grP','red',NULL);
INSERT INTO "claims" VALUES('VnD3_XUqOsVK','d7d5496c8cc0d81aa31b3403007a152937c5fd40dc9f5e5d80beafee62fb2d32','vcs-HbD8Epql','red',NULL);
INSERT INTO "claims" VALUES('VnD3_XUqOsVK','92c10c9a240b398392c8434d1d3cba5aa79c84880e78996806098f2090bb3326','pGUGVZghgW0r','yellow',NULL);
INSERT INTO "claims" VALUES('ZO7nGPzzuQDC','a9a8b385b071b0c1acb18925e47256e72066fa015b4facd1a3bcd6cbce7e485c','-F5IK3Y8QPsJ','white',NULL);
INSERT INTO "claims" VALUES('dfhFxx1LspgO','2e06dc9169a7198c3b22749520fd027893b10834d6f63daa08ef89d24af4574a','KSNQF0VoC_Rs','guesser',NULL);
INSERT INTO "claims" VALUES('aMwX1RSNsxm0','2d56a9216c2ed91e18a9522706d29265b8bd41b2f320db20e5eb9248b76e52b7','y9UOeFwVHEjf','player1',NULL);
INSERT INTO "claims" VALUES('aMwX1RSNsxm0','0101683d9e629f0c751b1673bfb65d39150a2a523348668ac8935f56028f0ede','1Dd0ubscKTio','player2',NULL);
INSERT INTO "claims" VALUES('xkyHg5I-Py3p','4855ac18b7dce25995c7785d57f85bb189840d07ba4a8f57d0dbd80293e74dba','aXqMNbjfmgxC','xplayer','B4wAuExTrTmx');
INSERT INTO "claims" VALUES('xkyHg5I-Py3p','5ff8f762ce239666454e97540fc34d4f2734727371c78de57c576c71657eb6ea','cGiYfnaUjM1c','oplayer','B4wAuExTrTmx');
CREATE TABLE entries (
	"match" VARCHAR(24) NOT NULL, 
	number INTEGER NOT NULL, 
	wall FLOAT NOT NULL, 
	at FLOAT NOT NULL, 
	body TEXT NOT NULL, 
	PRIMARY KEY ("match", number), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "entries" VALUES('lETudMiIrPRQ',0,1.79482724238571882246e+09,0.001,'{"event":"seated","role":"white","name":"Anna","bot":null,"claim":"JanAR0mZTpJI"}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',1,1.79482724239442324636e+09,0.009,'{"event":"seated","role":"black","name":"Ben","bot":null,"claim":"I592aKlz0dYq"}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',2,1.79482724239442324636e+09,0.009,'{"event":"opened"}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',3,1.79482724239442324636e+09,0.009,'{"event":"ready","at":0.009,"role":"white"}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',4,1.79482724239442324636e+09,0.009,'{"event":"ready","at":0.009,"role":"black"}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',5,1.79482724239442324636e+09,0.009,'{"event":"began","at":0.009}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',6,1.79482724244113564493e+09,0.056,'{"event":"moved","at":0.056,"role":"white","move":"(move e 2 e 4)"}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',7,1.79482724244113564493e+09,0.056,'{"event":"stepped","at":0.056,"moves":{"white":"(move e 2 e 4)"},"late":[]}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',8,1.7948272424435391426e+09,0.058,'{"event":"moved","at":0.058,"role":"black","move":"(move e 7 e 5)"}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',9,1.7948272424435391426e+09,0.058,'{"event":"stepped","at":0.058,"moves":{"black":"(move e 7 e 5)"},"late":[]}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',10,1.79482724244545221331e+09,0.06,'{"event":"moved","at":0.06,"role":"white","move":"(move g 1 f 3)"}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',11,1.79482724244545221331e+09,0.06,'{"event":"stepped","at":0.06,"moves":{"white":"(move g 1 f 3)"},"late":[]}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',12,1.79482724244743418692e+09,0.062,'{"event":"moved","at":0.062,"role":"black","move":"(move b 8 c 6)"}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',13,1.79482724244743418692e+09,0.062,'{"event":"stepped","at":0.062,"moves":{"black":"(move b 8 c 6)"},"late":[]}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',14,1.79482724244878411295e+09,0.064,'{"event":"said","role":"black","text":"Guten Abend"}');
INSERT INTO "entries" VALUES('lETudMiIrPRQ',15,1.79482724244971704485e+09,0.065,'{"event":"offered","role":"black","offer":"undo"}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',0,1.79482724248898363114e+09,0.001,'{"event":"seated","role":"xplayer","name":"Guest","bot":null,"claim":"OAZT5_x7TvdA"}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',1,1.79482724249503540992e+09,0.006,'{"event":"seated","role":"oplayer","name":"Guest","bot":null,"claim":"V4Ar6VObg1dB"}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',2,1.79482724249503540992e+09,0.006,'{"event":"opened"}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',3,1.79482724249503540992e+09,0.006,'{"event":"ready","at":0.006,"role":"xplayer"}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',4,1.79482724249503540992e+09,0.006,'{"event":"ready","at":0.006,"role":"oplayer"}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',5,1.79482724249503540992e+09,0.006,'{"event":"began","at":0.006}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',6,1.79482724250364136702e+09,0.015,'{"event":"moved","at":0.015,"role":"xplayer","move":"(mark 1 1)"}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',7,1.79482724250364136702e+09,0.015,'{"event":"stepped","at":0.015,"moves":{"xplayer":"(mark 1 1)"},"late":[]}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',8,1.79482724250484204295e+09,0.017,'{"event":"offered","role":"xplayer","offer":"pause"}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',9,1.79482724250593304632e+09,0.018,'{"event":"offered","role":"oplayer","offer":"pause"}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',10,1.79482724250593304632e+09,0.018,'{"event":"paused","at":0.018}');
INSERT INTO "entries" VALUES('VJ4OZoa4TiOP',11,1.79482724250593304632e+09,0.018,'{"event":"declined","role":"xplayer","offer":"pause"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',0,1.79482724263984537126e+09,0.001,'{"event":"seated","role":"anna","name":"Anna","bot":null,"claim":"PYKRhqYwQsh4"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',1,1.79482724264497041704e+09,0.006,'{"event":"seated","role":"ben","name":"Ben","bot":null,"claim":"BUjx3w6CWvwA"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',2,1.79482724265089225775e+09,0.012,'{"event":"seated","role":"carla","name":"Carla","bot":null,"claim":"DMRDM9ZeERRL"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',3,1.79482724265576839444e+09,0.016,'{"event":"seated","role":"dennis","name":"Dennis","bot":null,"claim":"1W51qKUk3DoE"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',4,1.79482724265576839444e+09,0.016,'{"event":"opened"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',5,1.79482724265576839444e+09,0.016,'{"event":"ready","at":0.016,"role":"anna"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',6,1.79482724265576839444e+09,0.016,'{"event":"ready","at":0.016,"role":"ben"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',7,1.79482724265576839444e+09,0.016,'{"event":"ready","at":0.016,"role":"carla"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',8,1.79482724265576839444e+09,0.016,'{"event":"ready","at":0.016,"role":"dennis"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',9,1.79482724265576839444e+09,0.016,'{"event":"began","at":0.016}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',10,1.79482724269812536242e+09,0.059,'{"event":"moved","at":0.059,"role":"anna","move":"choose king"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',11,1.79482724269812536242e+09,0.059,'{"event":"stepped","at":0.059,"moves":{"anna":"choose king"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',12,1.79482724277454066272e+09,0.135,'{"event":"moved","at":0.135,"role":"ben","move":"choose merchant"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',13,1.79482724277454066272e+09,0.135,'{"event":"stepped","at":0.135,"moves":{"ben":"choose merchant"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',14,1.79482724285153245925e+09,0.212,'{"event":"moved","at":0.212,"role":"carla","move":"choose architect"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',15,1.79482724285153245925e+09,0.212,'{"event":"stepped","at":0.212,"moves":{"carla":"choose architect"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',16,1.79482724292853379251e+09,0.289,'{"event":"moved","at":0.289,"role":"dennis","move":"choose thief"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',17,1.79482724292853379251e+09,0.289,'{"event":"stepped","at":0.289,"moves":{"dennis":"choose thief"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',18,1.79482724300525808337e+09,0.366,'{"event":"moved","at":0.366,"role":"dennis","move":"take-gold"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',19,1.79482724300525808337e+09,0.366,'{"event":"stepped","at":0.366,"moves":{"dennis":"take-gold"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',20,1.79482724308198499682e+09,0.442,'{"event":"moved","at":0.442,"role":"dennis","move":"rob bishop"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',21,1.79482724308198499682e+09,0.442,'{"event":"stepped","at":0.442,"moves":{"dennis":"rob bishop"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',22,1.79482724315887784958e+09,0.519,'{"event":"moved","at":0.519,"role":"dennis","move":"build castle"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',23,1.79482724315887784958e+09,0.519,'{"event":"stepped","at":0.519,"moves":{"dennis":"build castle"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',24,1794827243.23573,0.596,'{"event":"moved","at":0.596,"role":"dennis","move":"end-turn"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',25,1794827243.23573,0.596,'{"event":"stepped","at":0.596,"moves":{"dennis":"end-turn"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',26,1.79482724331256985662e+09,0.673,'{"event":"moved","at":0.673,"role":"anna","move":"take-gold"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',27,1.79482724331256985662e+09,0.673,'{"event":"stepped","at":0.673,"moves":{"anna":"take-gold"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',28,1.7948272433887209892e+09,0.749,'{"event":"moved","at":0.749,"role":"anna","move":"build trading-post"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',29,1.7948272433887209892e+09,0.749,'{"event":"stepped","at":0.749,"moves":{"anna":"build trading-post"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',30,1.79482724346516203878e+09,0.825,'{"event":"moved","at":0.825,"role":"anna","move":"end-turn"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',31,1.79482724346516203878e+09,0.825,'{"event":"stepped","at":0.825,"moves":{"anna":"end-turn"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',32,1.79482724354517436029e+09,0.906,'{"event":"moved","at":0.906,"role":"ben","move":"draw-cards"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',33,1.79482724354517436029e+09,0.906,'{"event":"stepped","at":0.906,"moves":{"ben":"draw-cards"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',34,1.79482724362124872207e+09,0.982,'{"event":"moved","at":0.982,"role":"ben","move":"keep tavern"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',35,1.79482724362124872207e+09,0.982,'{"event":"stepped","at":0.982,"moves":{"ben":"keep tavern"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',36,1.7948272436986188889e+09,1.059,'{"event":"moved","at":1.059,"role":"ben","move":"build market"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',37,1.7948272436986188889e+09,1.059,'{"event":"stepped","at":1.059,"moves":{"ben":"build market"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',38,1.79482724377505612365e+09,1.136,'{"event":"moved","at":1.136,"role":"ben","move":"end-turn"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',39,1.79482724377505612365e+09,1.136,'{"event":"stepped","at":1.136,"moves":{"ben":"end-turn"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',40,1.79482724385188627249e+09,1.212,'{"event":"moved","at":1.212,"role":"carla","move":"take-gold"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',41,1.79482724385188627249e+09,1.212,'{"event":"stepped","at":1.212,"moves":{"carla":"take-gold"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',42,1.79482724392822456365e+09,1.289,'{"event":"moved","at":1.289,"role":"carla","move":"build harbor"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',43,1.79482724392822456365e+09,1.289,'{"event":"stepped","at":1.289,"moves":{"carla":"build harbor"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',44,1.79482724400496125227e+09,1.365,'{"event":"moved","at":1.365,"role":"carla","move":"end-turn"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',45,1.79482724400496125227e+09,1.365,'{"event":"stepped","at":1.365,"moves":{"carla":"end-turn"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',46,1.79482724408199930191e+09,1.442,'{"event":"moved","at":1.442,"role":"anna","move":"choose thief"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',47,1.79482724408199930191e+09,1.442,'{"event":"stepped","at":1.442,"moves":{"anna":"choose thief"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',48,1.79482724416019701952e+09,1.521,'{"event":"moved","at":1.521,"role":"ben","move":"choose bishop"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',49,1.79482724416019701952e+09,1.521,'{"event":"stepped","at":1.521,"moves":{"ben":"choose bishop"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',50,1.79482724423653221129e+09,1.597,'{"event":"moved","at":1.597,"role":"carla","move":"choose architect"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',51,1.79482724423653221129e+09,1.597,'{"event":"stepped","at":1.597,"moves":{"carla":"choose architect"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',52,1.79482724431292033195e+09,1.673,'{"event":"moved","at":1.673,"role":"dennis","move":"choose magician"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',53,1.79482724431292033195e+09,1.673,'{"event":"stepped","at":1.673,"moves":{"dennis":"choose magician"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',54,1.79482724438943552977e+09,1.75,'{"event":"moved","at":1.75,"role":"anna","move":"rob magician"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',55,1.79482724438943552977e+09,1.75,'{"event":"stepped","at":1.75,"moves":{"anna":"rob magician"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',56,1.79482724446651101118e+09,1.827,'{"event":"moved","at":1.827,"role":"anna","move":"take-gold"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',57,1.79482724446651101118e+09,1.827,'{"event":"stepped","at":1.827,"moves":{"anna":"take-gold"},"late":[]}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',58,1.79482724454287266733e+09,1.903,'{"event":"moved","at":1.903,"role":"anna","move":"build tavern"}');
INSERT INTO "entries" VALUES('AvwzTLlIUFQy',59,1.79482724454287266733e+09,1.903,'{"event":"stepped","at":1.903,"moves":{"anna":"build tavern"},"late":[]}');
INSERT INTO "entries" VALUES('7qlwx1q_5fpo',0,1.79482724465055513375e+09,0.001,'{"event":"seated","role":"red","name":"Wanda","bot":null,"claim":"7B8e6Km13grP"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',0,1.79482724465968179706e+09,0.001,'{"event":"seated","role":"red","name":"Guest","bot":null,"claim":"vcs-HbD8Epql"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',1,1.79482724466345548632e+09,0.004,'{"event":"seated","role":"yellow","name":"Guest","bot":null,"claim":"pGUGVZghgW0r"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',2,1.79482724466345548632e+09,0.004,'{"event":"opened"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',3,1.79482724466345548632e+09,0.004,'{"event":"ready","at":0.004,"role":"red"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',4,1.79482724466345548632e+09,0.004,'{"event":"ready","at":0.004,"role":"yellow"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',5,1.79482724466345548632e+09,0.004,'{"event":"began","at":0.004}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',6,1.79482724467070412638e+09,0.011,'{"event":"moved","at":0.011,"role":"red","move":"(drop 2)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',7,1.79482724467070412638e+09,0.011,'{"event":"stepped","at":0.011,"moves":{"red":"(drop 2)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',8,1.79482724467207694057e+09,0.013,'{"event":"moved","at":0.013,"role":"yellow","move":"(drop 7)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',9,1.79482724467207694057e+09,0.013,'{"event":"stepped","at":0.013,"moves":{"yellow":"(drop 7)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',10,1.79482724467335844043e+09,0.014,'{"event":"moved","at":0.014,"role":"red","move":"(drop 5)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',11,1.79482724467335844043e+09,0.014,'{"event":"stepped","at":0.014,"moves":{"red":"(drop 5)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',12,1.7948272446746792794e+09,0.015,'{"event":"moved","at":0.015,"role":"yellow","move":"(drop 7)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',13,1.7948272446746792794e+09,0.015,'{"event":"stepped","at":0.015,"moves":{"yellow":"(drop 7)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',14,1.79482724467572021483e+09,0.016,'{"event":"moved","at":0.016,"role":"red","move":"(drop 7)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',15,1.79482724467572021483e+09,0.016,'{"event":"stepped","at":0.016,"moves":{"red":"(drop 7)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',16,1.79482724467682361606e+09,0.018,'{"event":"moved","at":0.018,"role":"yellow","move":"(drop 1)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',17,1.79482724467682361606e+09,0.018,'{"event":"stepped","at":0.018,"moves":{"yellow":"(drop 1)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',18,1.79482724467801809309e+09,0.019,'{"event":"moved","at":0.019,"role":"red","move":"(drop 7)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',19,1.79482724467801809309e+09,0.019,'{"event":"stepped","at":0.019,"moves":{"red":"(drop 7)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',20,1.79482724467920184141e+09,0.02,'{"event":"moved","at":0.02,"role":"yellow","move":"(drop 1)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',21,1.79482724467920184141e+09,0.02,'{"event":"stepped","at":0.02,"moves":{"yellow":"(drop 1)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',22,1.79482724468054175371e+09,0.021,'{"event":"moved","at":0.021,"role":"red","move":"(drop 7)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',23,1.79482724468054175371e+09,0.021,'{"event":"stepped","at":0.021,"moves":{"red":"(drop 7)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',24,1.79482724468165898319e+09,0.022,'{"event":"moved","at":0.022,"role":"yellow","move":"(drop 1)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',25,1.79482724468165898319e+09,0.022,'{"event":"stepped","at":0.022,"moves":{"yellow":"(drop 1)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',26,1.79482724468305826189e+09,0.024,'{"event":"moved","at":0.024,"role":"red","move":"(drop 1)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',27,1.79482724468305826189e+09,0.024,'{"event":"stepped","at":0.024,"moves":{"red":"(drop 1)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',28,1.79482724468436956408e+09,0.025,'{"event":"moved","at":0.025,"role":"yellow","move":"(drop 3)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',29,1.79482724468436956408e+09,0.025,'{"event":"stepped","at":0.025,"moves":{"yellow":"(drop 3)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',30,1.79482724468532156949e+09,0.026,'{"event":"moved","at":0.026,"role":"red","move":"(drop 3)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',31,1.79482724468532156949e+09,0.026,'{"event":"stepped","at":0.026,"moves":{"red":"(drop 3)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',32,1.79482724468664860727e+09,0.027,'{"event":"moved","at":0.027,"role":"yellow","move":"(drop 7)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',33,1.79482724468664860727e+09,0.027,'{"event":"stepped","at":0.027,"moves":{"yellow":"(drop 7)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',34,1.79482724468794703487e+09,0.029,'{"event":"moved","at":0.029,"role":"red","move":"(drop 1)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',35,1.79482724468794703487e+09,0.029,'{"event":"stepped","at":0.029,"moves":{"red":"(drop 1)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',36,1.79482724468920540805e+09,0.03,'{"event":"moved","at":0.03,"role":"yellow","move":"(drop 2)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',37,1.79482724468920540805e+09,0.03,'{"event":"stepped","at":0.03,"moves":{"yellow":"(drop 2)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',38,1.79482724469056272509e+09,0.031,'{"event":"moved","at":0.031,"role":"red","move":"(drop 4)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',39,1.79482724469056272509e+09,0.031,'{"event":"stepped","at":0.031,"moves":{"red":"(drop 4)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',40,1.79482724469187021254e+09,0.033,'{"event":"moved","at":0.033,"role":"yellow","move":"(drop 6)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',41,1.79482724469187021254e+09,0.033,'{"event":"stepped","at":0.033,"moves":{"yellow":"(drop 6)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',42,1.79482724469276857378e+09,0.034,'{"event":"moved","at":0.034,"role":"red","move":"(drop 4)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',43,1.79482724469276857378e+09,0.034,'{"event":"stepped","at":0.034,"moves":{"red":"(drop 4)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',44,1.79482724469386839862e+09,0.035,'{"event":"moved","at":0.035,"role":"yellow","move":"(drop 6)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',45,1.79482724469386839862e+09,0.035,'{"event":"stepped","at":0.035,"moves":{"yellow":"(drop 6)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',46,1.79482724469511866569e+09,0.036,'{"event":"moved","at":0.036,"role":"red","move":"(drop 4)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',47,1.79482724469511866569e+09,0.036,'{"event":"stepped","at":0.036,"moves":{"red":"(drop 4)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',48,1.7948272446963057518e+09,0.037,'{"event":"moved","at":0.037,"role":"yellow","move":"(drop 3)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',49,1.7948272446963057518e+09,0.037,'{"event":"stepped","at":0.037,"moves":{"yellow":"(drop 3)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',50,1794827244.69728,0.038,'{"event":"moved","at":0.038,"role":"red","move":"(drop 6)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',51,1794827244.69728,0.038,'{"event":"stepped","at":0.038,"moves":{"red":"(drop 6)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',52,1.79482724469851970673e+09,0.039,'{"event":"moved","at":0.039,"role":"yellow","move":"(drop 3)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',53,1.79482724469851970673e+09,0.039,'{"event":"stepped","at":0.039,"moves":{"yellow":"(drop 3)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',54,1.79482724469963908194e+09,0.04,'{"event":"moved","at":0.04,"role":"red","move":"(drop 4)"}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',55,1.79482724469963908194e+09,0.04,'{"event":"stepped","at":0.04,"moves":{"red":"(drop 4)"},"late":[]}');
INSERT INTO "entries" VALUES('VnD3_XUqOsVK',56,1.79482724469963908194e+09,0.04,'{"event":"ended","at":0.04,"outcome":{"red":100,"yellow":0},"reason":"the rules"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',0,1.79482724474330592153e+09,0.001,'{"event":"seated","role":"white","name":"Rita","bot":null,"claim":"-F5IK3Y8QPsJ"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',1,1.79482724474916219715e+09,0.006,'{"event":"seated","role":"black","name":"random","bot":"random","claim":""}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',2,1.79482724474916219715e+09,0.006,'{"event":"opened"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',3,1.79482724474916219715e+09,0.006,'{"event":"ready","at":0.006,"role":"white"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',4,1.79482724474916219715e+09,0.006,'{"event":"ready","at":0.006,"role":"black"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',5,1.79482724474916219715e+09,0.006,'{"event":"began","at":0.006}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',6,1.79482724475402498245e+09,0.011,'{"event":"moved","at":0.011,"role":"white","move":"(move c 2 d 3)"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',7,1.79482724475402498245e+09,0.011,'{"event":"stepped","at":0.011,"moves":{"white":"(move c 2 d 3)"},"late":[]}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',8,1.79482724631082701683e+09,1.567,'{"event":"moved","at":1.567,"role":"black","move":"(move b 7 a 6)"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',9,1.79482724631082701683e+09,1.567,'{"event":"stepped","at":1.567,"moves":{"black":"(move b 7 a 6)"},"late":[]}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',10,1.79482724631318330769e+09,1.57,'{"event":"moved","at":1.57,"role":"white","move":"(move g 2 f 3)"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',11,1.79482724631318330769e+09,1.57,'{"event":"stepped","at":1.57,"moves":{"white":"(move g 2 f 3)"},"late":[]}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',12,1.79482724631551122671e+09,1.573,'{"event":"moved","at":1.573,"role":"black","move":"(move a 8 b 7)"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',13,1.79482724631551122671e+09,1.573,'{"event":"stepped","at":1.573,"moves":{"black":"(move a 8 b 7)"},"late":[]}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',14,1.79482724631684732435e+09,1.574,'{"event":"moved","at":1.574,"role":"white","move":"(move f 3 e 4)"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',15,1.79482724631684732435e+09,1.574,'{"event":"stepped","at":1.574,"moves":{"white":"(move f 3 e 4)"},"late":[]}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',16,1.79482724631861138343e+09,1.576,'{"event":"moved","at":1.576,"role":"black","move":"(move g 7 g 6)"}');
INSERT INTO "entries" VALUES('ZO7nGPzzuQDC',17,1.79482724631861138343e+09,1.576,'{"event":"stepped","at":1.576,"moves":{"black":"(move g 7 g 6)"},"late":[]}');
INSERT INTO "entries" VALUES('dfhFxx1LspgO',0,1.79482724972341179843e+09,0.001,'{"event":"seated","role":"guesser","name":"Gil","bot":null,"claim":"KSNQF0VoC_Rs"}');
INSERT INTO "entries" VALUES('dfhFxx1LspgO',1,1.79482724972341179843e+09,0.001,'{"event":"opened"}');
INSERT INTO "entries" VALUES('dfhFxx1LspgO',2,1.79482724972341179843e+09,0.001,'{"event":"ready","at":0.001,"role":"guesser"}');
INSERT INTO "entries" VALUES('dfhFxx1LspgO',3,1.79482724972341179843e+09,0.001,'{"event":"began","at":0.001}');
INSERT INTO "entries" VALUES('dfhFxx1LspgO',4,1.79482724972341179843e+09,0.001,'{"event":"stepped","at":0.001,"moves":{"random":"(toss tails)"},"late":[]}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',0,1.79482724974992132187e+09,0.001,'{"event":"seated","role":"player1","name":"Sam","bot":null,"claim":"y9UOeFwVHEjf"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',1,1.79482724975606346131e+09,0.007,'{"event":"seated","role":"player2","name":"Guest","bot":null,"claim":"1Dd0ubscKTio"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',2,1.79482724975606346131e+09,0.007,'{"event":"opened"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',3,1.79482724975606346131e+09,0.007,'{"event":"ready","at":0.007,"role":"player1"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',4,1.79482724975606346131e+09,0.007,'{"event":"ready","at":0.007,"role":"player2"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',5,1.79482724975606346131e+09,0.007,'{"event":"began","at":0.007}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',6,1.79482724976730465896e+09,0.018,'{"event":"moved","at":0.018,"role":"player1","move":"take character Celeste Marl"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',7,1.79482724976730465896e+09,0.018,'{"event":"stepped","at":0.018,"moves":{"player1":"take character Celeste Marl"},"late":[]}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',8,1794827249.87087,0.121,'{"event":"moved","at":0.121,"role":"player1","move":"take character Falk Immergr\u00fcn"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',9,1794827249.87087,0.121,'{"event":"stepped","at":0.121,"moves":{"player1":"take character Falk Immergr\u00fcn"},"late":[]}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',10,1.79482724997495841977e+09,0.225,'{"event":"moved","at":0.225,"role":"player1","move":"take character Bruno Kessel"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',11,1.79482724997495841977e+09,0.225,'{"event":"stepped","at":0.225,"moves":{"player1":"take character Bruno Kessel"},"late":[]}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',12,1.79482725007897377014e+09,0.329,'{"event":"moved","at":0.329,"role":"player1","move":"take character Imre Solt"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',13,1.79482725007897377014e+09,0.329,'{"event":"stepped","at":0.329,"moves":{"player1":"take character Imre Solt"},"late":[]}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',14,1.79482725018299770361e+09,0.433,'{"event":"moved","at":0.433,"role":"player1","move":"take gadget GRAPPLE"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',15,1.79482725018299770361e+09,0.433,'{"event":"stepped","at":0.433,"moves":{"player1":"take gadget GRAPPLE"},"late":[]}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',16,1.79482725028704357145e+09,0.538,'{"event":"moved","at":0.538,"role":"player1","move":"take gadget WIRETAP_WITH_EARPLUGS"}');
INSERT INTO "entries" VALUES('aMwX1RSNsxm0',17,1.79482725028704357145e+09,0.538,'{"event":"stepped","at":0.538,"moves":{"player1":"take gadget WIRETAP_WITH_EARPLUGS"},"late":[]}');
INSERT INTO "entries" VALUES('xkyHg5I-Py3p',0,1.79482725063246178632e+09,0.001,'{"event":"seated","role":"xplayer","name":"Guest","bot":null,"claim":"aXqMNbjfmgxC"}');
INSERT INTO "entries" VALUES('xkyHg5I-Py3p',1,1.79482725063866615294e+09,0.006,'{"event":"seated","role":"oplayer","name":"Guest","bot":null,"claim":"cGiYfnaUjM1c"}');
INSERT INTO "entries" VALUES('xkyHg5I-Py3p',2,1.79482725063866615294e+09,0.006,'{"event":"opened"}');
INSERT INTO "entries" VALUES('xkyHg5I-Py3p',3,1.79482725063866615294e+09,0.006,'{"event":"ready","at":0.006,"role":"xplayer"}');
INSERT INTO "entries" VALUES('xkyHg5I-Py3p',4,1.79482725063866615294e+09,0.006,'{"event":"ready","at":0.006,"role":"oplayer"}');
INSERT INTO "entries" VALUES('xkyHg5I-Py3p',5,1.79482725063866615294e+09,0.006,'{"event":"began","at":0.006}');
INSERT INTO "entries" VALUES('xkyHg5I-Py3p',6,1.79482725064456796653e+09,0.013,'{"event":"resigned","at":0.013,"role":"xplayer"}');
INSERT INTO "entries" VALUES('xkyHg5I-Py3p',7,1.79482725064456796653e+09,0.013,'{"event":"ended","at":0.013,"outcome":{"xplayer":0,"oplayer":100},"reason":"only oplayer is left"}');
CREATE TABLE heroes (
	account VARCHAR(24) NOT NULL, 
	name VARCHAR(100) NOT NULL, 
	rulebooks TEXT NOT NULL, 
	body TEXT NOT NULL, 
	saved FLOAT NOT NULL, 
	PRIMARY KEY (account, name), 
	FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE
);
CREATE TABLE invitations (
	token VARCHAR(64) NOT NULL, 
	"match" VARCHAR(24) NOT NULL, 
	role VARCHAR(80) NOT NULL, 
	PRIMARY KEY (token), 
	FOREIGN KEY("match") REFERENCES matches (id) ON DELETE CASCADE
);
INSERT INTO "invitations" VALUES('2b86ce9544b943a74fd846c0a52adb47be4711bd0c0a5f2a51c8a2e75b8623a1','lETudMiIrPRQ','white');
INSERT INTO "invitations" VALUES('f3bfaf30463c3f786b99940944b0d6211cb118863ae7f52d1ca77c0cffa1c118','lETudMiIrPRQ','black');
INSERT INTO "invitations" VALUES('115d5a52fae358120b34f6039bb52248dc7869106e9bd69191bf3025eaa9ebff','VJ4OZoa4TiOP','xplayer');
INSERT INTO "invitations" VALUES('f9cdd8a41c4684aea880e6988885dd391b2bdd3449463400b1dc46304f1f64d0','VJ4OZoa4TiOP','oplayer');
INSERT INTO "invitations" VALUES('c68965b94b2edc1b002a17a695a716055c29562e10f81893613f507110bf379c','AvwzTLlIUFQy','anna');
INSERT INTO "invitations" VALUES('3ef3621e6c32d0b2dc34fd1f6c358a891b5d3adb02413daf19dd4105db83d7f8','AvwzTLlIUFQy','ben');
INSERT INTO "invitations" VALUES('a38ce5e8a13d4667a4d4f7bf779323085e00e52768a028c1ca957ac4facf0f2a','AvwzTLlIUFQy','carla');
INSERT INTO "invitations" VALUES('ad87e48a26ab42d0f81e94975f95aad6def40c455f70be330c5b4051f60eaebc','AvwzTLlIUFQy','dennis');
INSERT INTO "invitations" VALUES('6f18e96fa29ac961e28e871ca7f1c7999e69a3b1fbff1900adc7d421b6e527c9','7qlwx1q_5fpo','red');
INSERT INTO "invitations" VALUES('6089110690c1e5d6aabaedbcd2039f8034536fd9e2a332b2f7fbba12b8e3a6d5','7qlwx1q_5fpo','yellow');
INSERT INTO "invitations" VALUES('c57062a1d9650272bf287a2a96fdc95513d812a8555e3a649da46221d65f64b7','VnD3_XUqOsVK','red');
INSERT INTO "invitations" VALUES('34a354f18255aba46e0de7655d635ab4bc8b955850b9a73b561f1721b104d64f','VnD3_XUqOsVK','yellow');
INSERT INTO "invitations" VALUES('df773fb156cc98c98b1fd75b7d85a68e7a347cd15630ca63f680bdd64faab925','ZO7nGPzzuQDC','white');
INSERT INTO "invitations" VALUES('0790b8e2835ef3838eb24b1f9400df517af6a0fa913693d7fe63accd6c3267db','ZO7nGPzzuQDC','black');
INSERT INTO "invitations" VALUES('f7a25033ce7426363857d36db81fca0bd810cada8ac6de966f5568d35b2fe9bd','dfhFxx1LspgO','guesser');
INSERT INTO "invitations" VALUES('1860061b1b2e63510e86ee083031353973c4ce1727eacb8a81fc5f9c95e30049','aMwX1RSNsxm0','player1');
INSERT INTO "invitations" VALUES('61ecf193322de1cb57828c23d984002915e35af319914b245f8a46b0511047f8','aMwX1RSNsxm0','player2');
INSERT INTO "invitations" VALUES('e9078424198af67a93394d04412517aad63116f64ee046e9bb01f88c08a3591f','xkyHg5I-Py3p','xplayer');
INSERT INTO "invitations" VALUES('87b8a3cac31807ef134d097fb77b39e9e668f7b30cf6b10fa326b9259d917c6e','xkyHg5I-Py3p','oplayer');
CREATE TABLE matches (
	id VARCHAR(24) NOT NULL, 
	game VARCHAR(80) NOT NULL, 
	charter TEXT NOT NULL, 
	visibility VARCHAR(12) NOT NULL, 
	phase VARCHAR(12) NOT NULL, 
	seats TEXT NOT NULL, 
	tended BOOLEAN NOT NULL, 
	founder VARCHAR(24), 
	origin VARCHAR(64) NOT NULL, 
	founded FLOAT NOT NULL, 
	touched FLOAT NOT NULL, 
	owner VARCHAR(24), 
	PRIMARY KEY (id), 
	FOREIGN KEY(founder) REFERENCES accounts (id) ON DELETE SET NULL
);
INSERT INTO "matches" VALUES('lETudMiIrPRQ','chess','{"game": "chess", "seed": 3438044602015299, "visibility": "public", "clock": "untimed", "late": "forfeit", "illegal": "forfeit"}','public','running','{"white": "Anna", "black": "Ben"}',0,NULL,'a15c9f518da60f6e69e3d5c2f986dc42fec4073cccab1817934a5ca28f03753d',1.79482724238150191308e+09,1.79482724239442324636e+09,'ZDzwOyiB4Ech');
INSERT INTO "matches" VALUES('VJ4OZoa4TiOP','tic-tac-toe','{"game": "tic-tac-toe", "seed": 6333927194858761, "visibility": "public", "clock": "reserve=10m", "late": "forfeit", "illegal": "forfeit"}','public','paused','{"xplayer": "Guest", "oplayer": "Guest"}',1,NULL,'a15c9f518da60f6e69e3d5c2f986dc42fec4073cccab1817934a5ca28f03753d',1.79482724248631834986e+09,1.79482724250593304632e+09,'ZDzwOyiB4Ech');
INSERT INTO "matches" VALUES('AvwzTLlIUFQy','citadels','{"game": "citadels", "seed": 3795642927910287, "visibility": "unlisted", "clock": "untimed", "late": "forfeit", "illegal": "forfeit"}','unlisted','running','{"anna": "Anna", "ben": "Ben", "carla": "Carla", "dennis": "Dennis"}',0,NULL,'a15c9f518da60f6e69e3d5c2f986dc42fec4073cccab1817934a5ca28f03753d',1.79482724263719749455e+09,1.79482724265576839444e+09,'ZDzwOyiB4Ech');
INSERT INTO "matches" VALUES('7qlwx1q_5fpo','connect-four','{"game": "connect-four", "seed": 5176330598983439, "visibility": "public", "clock": "untimed", "late": "forfeit", "illegal": "forfeit"}','public','waiting','{"red": "Wanda", "yellow": null}',0,NULL,'a15c9f518da60f6e69e3d5c2f986dc42fec4073cccab1817934a5ca28f03753d',1.79482724464801526075e+09,1.79482724465055513375e+09,'ZDzwOyiB4Ech');
INSERT INTO "matches" VALUES('VnD3_XUqOsVK','connect-four','{"game": "connect-four", "seed": 3811514431954620, "visibility": "public", "clock": "untimed", "late": "forfeit", "illegal": "forfeit"}','public','ended','{"red": "Guest", "yellow": "Guest"}',0,NULL,'a15c9f518da60f6e69e3d5c2f986dc42fec4073cccab1817934a5ca28f03753d',1.79482724465779900548e+09,1.79482724469963908194e+09,'ZDzwOyiB4Ech');
INSERT INTO "matches" VALUES('ZO7nGPzzuQDC','breakthrough','{"game": "breakthrough", "seed": 8371411854606258, "visibility": "public", "clock": "untimed", "late": "forfeit", "illegal": "forfeit"}','public','running','{"white": "Rita", "black": "random"}',1,NULL,'a15c9f518da60f6e69e3d5c2f986dc42fec4073cccab1817934a5ca28f03753d',1.79482724474098134046e+09,1.79482724474916219715e+09,'ZDzwOyiB4Ech');
INSERT INTO "matches" VALUES('dfhFxx1LspgO','u-6cb8626ace51bb7313be','{"game": "u-6cb8626ace51bb7313be", "seed": 323751583534443, "visibility": "unlisted", "clock": "untimed", "late": "forfeit", "illegal": "forfeit"}','unlisted','running','{"guesser": "Gil"}',0,NULL,'a15c9f518da60f6e69e3d5c2f986dc42fec4073cccab1817934a5ca28f03753d',1.79482724971681451798e+09,1.79482724972341179843e+09,'ZDzwOyiB4Ech');
INSERT INTO "matches" VALUES('aMwX1RSNsxm0','spy','{"game": "spy", "seed": 1232063819917344, "visibility": "public", "clock": "untimed", "late": "forfeit", "illegal": "forfeit"}','public','running','{"player1": "Sam", "player2": "Guest"}',0,NULL,'a15c9f518da60f6e69e3d5c2f986dc42fec4073cccab1817934a5ca28f03753d',1.79482724974658656123e+09,1.79482724975606346131e+09,'ZDzwOyiB4Ech');
INSERT INTO "matches" VALUES('xkyHg5I-Py3p','tic-tac-toe','{"game": "tic-tac-toe", "seed": 324096927813239, "visibility": "public", "clock": "untimed", "late": "forfeit", "illegal": "forfeit"}','public','ended','{"xplayer": "Guest", "oplayer": "Guest"}',0,'B4wAuExTrTmx','7f0998adb9c820715c5eba0a0c8add697be045daef5b6cd49a54f5c00a3a7bfb',1.79482725063003253941e+09,1.79482725064456796653e+09,'ZDzwOyiB4Ech');
CREATE TABLE rules (
	id VARCHAR(24) NOT NULL, 
	account VARCHAR(24), 
	origin VARCHAR(64) NOT NULL, 
	source TEXT NOT NULL, 
	created FLOAT NOT NULL, 
	PRIMARY KEY (id), 
	FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE SET NULL
);
INSERT INTO "rules" VALUES('u-6cb8626ace51bb7313be',NULL,'a15c9f518da60f6e69e3d5c2f986dc42fec4073cccab1817934a5ca28f03753d','(role guesser)
(role random)

(<= (legal random (toss ?side)) (side ?side) (not (true tossed)))
(<= (legal random noop) (true tossed))
(<= (legal guesser noop) (not (true tossed)))
(<= (legal guesser (call ?side)) (side ?side) (true tossed))
(side heads)
(side tails)

(<= (next (shows ?side)) (does random (toss ?side)))
(<= (next (shows ?side)) (true (shows ?side)))
(<= (next tossed) (does random (toss ?side)))
(<= (next tossed) (true tossed))
(<= (next (called ?side)) (does guesser (call ?side)))

; Nobody sees the coin before the call.
(<= (sees guesser (coin ?side)) (does guesser (call ?call)) (true (shows ?side)))

(<= terminal (true (called ?side)))
(<= (goal guesser 100) (true (called ?side)) (true (shows ?side)))
(<= (goal guesser 0) (true (called ?call)) (true (shows ?side)) (distinct ?call ?side))
',1.79482724807094025615e+09);
CREATE TABLE sessions (
	token VARCHAR(64) NOT NULL, 
	account VARCHAR(24) NOT NULL, 
	expires FLOAT NOT NULL, 
	PRIMARY KEY (token), 
	FOREIGN KEY(account) REFERENCES accounts (id) ON DELETE CASCADE
);
INSERT INTO "sessions" VALUES('9e6ebda21bebc2559d9d2a1ad6dcc03a5e5a5abf394b741fbc0e19338259d8a3','B4wAuExTrTmx',1.79741925062029576304e+09);
CREATE TABLE workers (
	id VARCHAR(24) NOT NULL, 
	beat FLOAT NOT NULL, 
	"left" BOOLEAN NOT NULL, 
	PRIMARY KEY (id)
);
INSERT INTO "workers" VALUES('ZDzwOyiB4Ech',1.79482725077865743639e+09,1);
CREATE INDEX sessions_by_account ON sessions (account);
CREATE INDEX matches_for_the_lobby ON matches (visibility, phase, founded);
CREATE INDEX matches_by_origin ON matches (origin, phase);
CREATE INDEX claims_by_account ON claims (account);
CREATE INDEX invitations_by_match ON invitations ("match");
CREATE INDEX rules_by_origin ON rules (origin);
COMMIT;
