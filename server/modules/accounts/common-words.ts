/**
 * What passwords are made of, written down for this product: words, names, teams, brands and phrases that people are known to
 * choose, lower case and without spaces. Words of other languages as they are typed on a Latin keyboard.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  password passwort passw0rd passwd pass pwd parola senha contrasena wachtwoord motdepasse salasana haslo lozinka heslo admin
  administrator root user guest test tester testing demo login logon signin welcome letmein letmeinn master manager access
  secret secure security private default changeme change temp temporary trustno trust opensesame sesame enter open system
  server service computer internet network windows linux apple google facebook twitter instagram youtube amazon netflix yahoo
  hotmail gmail microsoft samsung nokia toyota honda mercedes ferrari porsche mustang corvette camaro harley yamaha kawasaki
  suzuki bmw audi nissan chevy ford cisco oracle intel adobe nintendo playstation xbox pokemon pikachu zelda mario minecraft
  fortnite roblox warcraft starcraft counterstrike halo naruto goku dragonball starwars startrek matrix batman superman
  spiderman ironman hulk joker avengers gandalf frodo legolas hobbit potter harrypotter hermione gryffindor skywalker vader
  darthvader yoda jedi merlin phoenix dragon dragons unicorn wizard magic ninja samurai warrior hunter killer shadow ghost
  devil demon angel angels heaven lucifer satan zombie vampire pirate viking knight king queen prince princess princesa boss
  chief captain general soldier marine army navy police doctor teacher student school college love lover lovers loveme loveyou
  iloveyou iloveu ilove loveu mylove truelove sweet sweetie sweety sweetheart honey baby babygirl babyboy darling kiss kisses
  hugs cutie beauty beautiful pretty lovely sexy hottie amor amore teamo tequiero corazon happy smile smiley lucky friend
  friends bestfriend forever always together family mother father mommy daddy mama papa sister brother mom dad son daughter
  husband wife grandma god jesus christ jesuschrist church faith bless blessed blessing grace mercy hope peace angelina gloria
  allah bismillah muhammad mohammed mohamed ahmed ali hassan hussein omar fatima aisha sunshine summer winter spring autumn
  sunday monday tuesday wednesday thursday friday saturday january february march april august september october november
  december christmas holiday party birthday midnight moonlight moon star stars starlight sun rainbow flower flowers rose roses
  lily daisy jasmine violet tulip orchid garden butterfly sky ocean river water fire storm thunder lightning snow snowball
  icecream chocolate cookie cookies candy sugar cherry peach apples orange banana strawberry pumpkin pepper ginger cheese pizza
  burger coffee whiskey vodka beer wine cocacola pepsi football futbol soccer baseball basketball hockey tennis golf rugby
  cricket boxing karate swimming skate skateboard surfing surfer snowboard racing runner player champion winner arsenal chelsea
  liverpool manchester united barcelona realmadrid juventus milan bayern celtic rangers everton tottenham galatasaray
  fenerbahce besiktas flamengo corinthians palmeiras boca steelers cowboys packers patriots raiders eagles yankees redsox
  dodgers lakers chicago bulls celtics ronaldo messi neymar beckham jordan kobe michaeljordan cristiano dog dogs doggy puppy
  buddy bailey max rocky charlie jack cooper duke bear teddy teddybear cat cats kitty kitten hellokitty tiger tigers lion lions
  panther jaguar wolf wolves fox eagle falcon hawk monkey monkeys dolphin dolphins shark turtle rabbit bunny horse horses pony
  cowboy chicken duck snake spider scorpion panda elephant fish fishing red blue green yellow purple pink black white silver
  gold golden diamond crystal ruby sapphire pearl jewel blackjack whitney blueeyes redrum purplehaze greenday nirvana metallica
  slipknot linkinpark ironmaiden acdc blink beatles elvis madonna shakira eminem rihanna beyonce rockstar rockandroll music
  guitar piano drummer dance dancer dancing hiphop london paris berlin madrid roma lisboa dubai abudhabi sharjah qatar kuwait
  bahrain saudi arabia cairo egypt india pakistan lahore karachi mumbai delhi bangalore chennai england france germany italia
  espana portugal brasil brazil mexico argentina colombia canada america usa texas california florida newyork boston dallas
  houston denver miami vegas hawaii australia sydney melbourne africa nigeria lagos ghana kenya china japan tokyo korea russia
  moskva ukraine poland polska turkiye istanbul ankara jamaica philippines indonesia jakarta malaysia singapore vietnam
  thailand bangladesh james john robert michael william david richard joseph thomas charles christopher daniel matthew anthony
  mark donald steven stephen paul andrew joshua kenneth kevin brian george timothy ronald edward jason jeffrey ryan jacob gary
  nicholas eric jonathan larry justin scott brandon benjamin samuel gregory alexander alexandre alexandra patrick frank raymond
  jackson dennis jerry tyler aaron jose adam nathan henry zachary douglas peter kyle noah ethan jeremy christian walter keith
  austin roger terry sean gerald carl dylan harold jesse bryan lawrence arthur gabriel bruce logan billy joe alan juan elijah
  willie albert wayne randy mason vincent liam roy bobby caleb bradley russell lucas oliver oscar simon marcus martin antonio
  carlos miguel pedro diego fernando francisco javier manuel rafael ricardo roberto sergio alejandro andrea marco matteo
  giovanni giuseppe francesco stefano alessandro pierre nicolas julien sebastien philippe hans klaus stefan thorsten sebastian
  florian tobias dmitry sergey alexey andrey ivan vladimir maxim nikita mary patricia jennifer linda elizabeth barbara susan
  jessica sarah karen nancy lisa betty margaret sandra ashley kimberly emily donna michelle carol amanda melissa deborah
  stephanie rebecca sharon laura cynthia kathleen amy angela shirley anna brenda pamela emma nicole helen samantha katherine
  christine debra rachel carolyn janet catherine maria heather diane ruth julie olivia joyce virginia victoria kelly lauren
  christina joan evelyn judith megan cheryl hannah jacqueline martha teresa sara madison frances kathryn janice jean abigail
  alice julia judy sophia denise amber doris marilyn danielle beverly isabella theresa diana natalie brittany charlotte marie
  kayla alexis lori tiffany vanessa valentina gabriela daniela carolina fernanda camila claudia monica veronica patrizia chiara
  giulia francesca katarina natasha tatiana ekaterina anastasia svetlana olga irina elena priya deepika sunita krishna ganesh
  rahul rajesh sanjay amit vijay kumar singh sharma patel khan fatemeh zahra maryam yasmin layla leila noor youssef ibrahim
  khalid abdullah abdul whatever nothing something anything everything nobody someone hello hellothere hithere goodbye bonjour
  hola ciao merhaba salam salaam please thanks thankyou sorry yes fuckyou fuckoff fuck asshole bitch bastard shit bullshit sex
  porn naked playboy hardcore biteme money dollar dollars cash rich million business success power powerful freedom liberty
  justice victory dream dreams dreamer infinity destiny legend legacy fantasy mystery mystic spirit soul heart hearts life
  living death dead alive evil crazy insane stupid idiot dumbass loser lazy funny cool coolio coolguy awesome amazing perfect
  special super mega ultra extreme turbo nitro rocket racer speed speedy fast furious classic vintage original digital cyber
  hacker hack neo trinity morpheus alpha beta gamma delta omega sigma zero one two three four five six seven eight nine ten
  first last number abc abcd abcde qwer qwert qwerty qwertz azerty asdf asdfgh zxcv zxcvbn wasd house home kitchen window door
  garage bedroom bathroom table chair phone telephone mobile iphone android camera photo picture video movie cinema book books
  library letter paper pencil office work worker working job company group team restaurant cafe order ordermanager menu food
  foodie chef cook cooking delivery pickup kebab shawarma sushi bakery grill bistro boy girl man woman men women guy lady
  gentleman kid kids child children people human person big little small large great good bad best better nice fine new old
  young hot cold warm fresh clean dirty dark light trustnoone iamthebest imtheboss ihateyou missyou whatsup wassup yourmom
  nopassword mypassword thepassword passcode password1 q1w2e3 zaqwsx zaq1 xsw2 1qaz 2wsx monkey1 michael1 charlie1 scooter
  skippy snoopy garfield tweety mickey minnie mickeymouse goofy bambi nemo simba tigger pooh winnie barney scooby scoobydoo
  bugsbunny popeye simpsons homer homersimpson bart southpark cartman kenny butters spongebob cinderella barbie rapunzel stitch
  elmo muppet kermit gizmo gremlin rambo terminator predator alien maverick iceman goose viper cobra python anaconda raptor
  titan titanic apollo zeus hercules athena venus jupiter saturn mercury neptune pluto mars galaxy universe planet earth comet
  nova supernova andromeda orion casper stargate enterprise marlboro bandit outlaw gangster mafia scarface godfather soprano
  corleone tupac biggie snoopdogg
  `
    .trim()
    .split(/\s+/),
);
