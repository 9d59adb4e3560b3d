/** The table of docs/menu-csv.md, to begin with. It is imported as it stands. */
export const exampleCsv = `type,category,name,price,description,modifier_lists,sku,list,list_title,min,max
item,Burgers,Beef burger,32.00,"With cheddar, tomato and onion",Sizes; Extras,BURGER-01,,,,
item,Drinks,Water,5.00,,,WATER-01,,,,
modifier,,Regular,0.00,,,,Sizes,Choose a size,1,1
modifier,,Large,8.00,,,,Sizes,,,
modifier,,Extra cheese,4.00,,,,Extras,Anything else?,0,3
`;
